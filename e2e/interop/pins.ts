// Reads the pinned versions of third-party software, so that the table cannot name another one.
import { readFileSync } from "node:fs";
import path from "node:path";
import { installed } from "../support/paths.ts";

/** A file of this suite. */
export const here = (file: string): string => path.join(import.meta.dirname, file);

/** The version of an installed npm package. */
export function npmVersion(name: string): string {
  const { version } = JSON.parse(readFileSync(installed(`${name}/package.json`), "utf8")) as {
    version: string;
  };
  return version;
}

/** The one version in a file of pins: the first group of `pattern`. */
export function pinned(file: string, pattern: RegExp): string {
  const version = pattern.exec(readFileSync(here(file), "utf8"))?.[1];
  if (version === undefined) throw new Error(`${file} pins nothing like ${String(pattern)}`);
  return version;
}
