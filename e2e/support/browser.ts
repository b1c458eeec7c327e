// A browser for tests: a program of the name that Linux desktops open pages with, first on the app's path. It keeps
// the address and follows the page as one would whose person agrees.
import { chmod, mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import process from "node:process";
import { projectNode } from "./paths.ts";

export interface FakeBrowser {
  /** For the app: the way to this browser. */
  env: Record<string, string>;
  /** What was opened so far. */
  pages: () => Promise<string[]>;
}

/**
 * Puts it into `folder`. `does`: `follows` the page as a person would who agrees; `waits`: opens it, and nobody does
 * anything there; `breaks`: ends at once, as where no browser is installed.
 */
export async function fakeBrowser(
  folder: string,
  does: "follows" | "waits" | "breaks" = "follows",
): Promise<FakeBrowser> {
  const bin = path.join(folder, "bin");
  const log = path.join(folder, "pages.txt");
  await mkdir(bin, { recursive: true });
  const program = [
    `#!${projectNode}`,
    `require("node:fs").appendFileSync(${JSON.stringify(log)}, process.argv[2] + "\\n");`,
    does === "follows" ? "fetch(process.argv[2]).catch(() => {});" : "",
    // What xdg-open says when it finds no program (its manual, "Exit Codes").
    does === "breaks" ? "process.exit(3);" : "",
  ].join("\n");
  const file = path.join(bin, "xdg-open");
  await writeFile(file, program);
  await chmod(file, 0o755);
  return {
    env: { PATH: `${bin}${path.delimiter}${process.env["PATH"] ?? ""}` },
    pages: async () => {
      const text = await readFile(log, "utf8").catch(() => "");
      return text.split("\n").filter((line) => line !== "");
    },
  };
}
