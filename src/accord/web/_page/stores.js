export function storesView() { return []; }
