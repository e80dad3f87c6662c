export function clustersView() { return []; }
