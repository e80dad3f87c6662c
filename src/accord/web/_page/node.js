export function nodeView() { return []; }
