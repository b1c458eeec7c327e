// The part of long suites that `npm test` runs: `npm run crash` runs all.
import process from "node:process";

/** `npm run long`, or a test that was named. */
export const isLong = process.env["COUNTERSIGN_LONG"] !== undefined;

/** Every point, every case and many random kills. */
export const isWhole = process.env["COUNTERSIGN_CRASHES"] !== undefined;

/** All of them in a whole run, else a regular request. */
export const requestOf = <T>(all: readonly T[], every: number): readonly T[] =>
  isWhole ? all : all.filter((_one, index) => index % every === 0);
