export function changesView() { return []; }
