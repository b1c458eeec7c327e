// What `npm test` does of suites that are long: `npm run crash` does all of each.
import process from "node:process";

/** Every point, every case and many random kills. */
export const isWhole = process.env["COUNTERSIGN_CRASHES"] !== undefined;

/** All of them in a whole run, else every so manieth. */
export const sampleOf = <T>(all: readonly T[], every: number): readonly T[] =>
  isWhole ? all : all.filter((_one, index) => index % every === 0);
