// A browser for tests: a program under the name that Linux desktops use to open pages, first on the app's path. It keeps
// the address and follows the page, as if the user agreed.
import { chmod, mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import process from "node:process";
import { projectNode } from "./paths.ts";

export interface FakeBrowser {
  /** For the app: the path to this browser. */
  env: Record<string, string>;
  /** What was opened so far. */
  pages: () => Promise<string[]>;
}

/** Writes it into `folder`. */
export async function fakeBrowser(folder: string): Promise<FakeBrowser> {
  const bin = path.join(folder, "bin");
  const log = path.join(folder, "pages.txt");
  await mkdir(bin, { recursive: true });
  const program = [
    `#!${projectNode}`,
    `require("node:fs").appendFileSync(${JSON.stringify(log)}, process.argv[2] + "\\n");`,
    "fetch(process.argv[2]).catch(() => {});",
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
