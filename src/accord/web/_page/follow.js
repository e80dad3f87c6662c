export function followView() { return []; }
