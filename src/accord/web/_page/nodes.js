export function nodesView() { return []; }
