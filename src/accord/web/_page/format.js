// Numbers and words as people read them.

const whole = new Intl.NumberFormat("en");

export const count = (value) => (value === null || value === undefined ? "–" : whole.format(value));

export const plural = (value, one, many = `${one}s`) => `${count(value)} ${value === 1 ? one : many}`;

/** A score or share with four decimals, as all of accord prints it. */
export const score = (value) => (typeof value === "number" && Number.isFinite(value) ? value.toFixed(4) : "–");

/** A cost: three digits that matter. */
export function cost(value) {
  if (typeof value !== "number" || !Number.isFinite(value)) return "–";
  // Sums of costs are rounded.
  if (Math.abs(value) < 1e-12) return "0";
  return Math.abs(value) >= 0.0001 ? value.toPrecision(3).replace(/(\.\d*?)0+$/, "$1").replace(/\.$/, "") : value.toExponential(1);
}

/** A difference with its sign; values that print the same count as equal. */
export function change(value) {
  if (typeof value !== "number") return "";
  if (Math.abs(value) < 0.00005) return "±0";
  return `${value > 0 ? "+" : "−"}${Math.abs(value).toFixed(4)}`;
}

export function bytes(value) {
  if (value === null || value === undefined) return "";
  const units = ["bytes", "kB", "MB", "GB", "TB"];
  let place = 0;
  while (value >= 1000 && place < units.length - 1) [value, place] = [value / 1000, place + 1];
  return `${place ? value.toPrecision(3) : value} ${units[place]}`;
}

export function duration(seconds) {
  if (seconds < 1.5) return "about a second";
  if (seconds < 90) return `about ${Math.round(seconds)} seconds`;
  if (seconds < 5400) return `about ${Math.round(seconds / 60)} minutes`;
  return `about ${Math.round(seconds / 3600)} hours`;
}

export const seconds = (value) => (typeof value !== "number" ? "–" : value < 10 ? `${value.toFixed(2)} s` : `${Math.round(value)} s`);
