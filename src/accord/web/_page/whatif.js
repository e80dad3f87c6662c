export function whatIfView() { return []; }
