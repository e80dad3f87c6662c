export function clusterView() { return []; }
