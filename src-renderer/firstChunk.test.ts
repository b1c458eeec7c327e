// What the window loads at startup: everything imported without `import()`.
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import manifest from "../package.json" with { type: "json" };

const IMPORT = /^(?:import|export)\s+(type\s+)?(?:[^;"']*?from\s+)?"([^"]+)"/gms;

/** The file that an import names; null for a package. */
function fileOf(name: string, importer: string): string | null {
  if (name.startsWith(".")) return path.join(path.dirname(importer), name);
  const alias = /^#[^/]+\//.exec(name)?.[0];
  if (alias === undefined) return null;
  const folder = new Map(Object.entries(manifest.imports)).get(`${alias}*`);
  if (folder === undefined) throw new Error(`${importer} imports ${name}, which is no alias`);
  return path.join(import.meta.dirname, "..", folder.replace("*", name.slice(alias.length)));
}

/** Packages, and the files through which each is reached. */
function packagesOf(entry: string): Map<string, string> {
  const packages = new Map<string, string>();
  const seen = new Set<string>();
  const open = [{ file: entry, way: path.basename(entry) }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (seen.has(next.file) || !existsSync(next.file)) continue;
    seen.add(next.file);
    for (const [, type, name = ""] of readFileSync(next.file, "utf8").matchAll(IMPORT)) {
      if (type !== undefined) continue;
      const file = fileOf(name, next.file);
      if (file === null) packages.set(name, next.way);
      else if (/\.tsx?$/.test(file)) {
        open.push({ file, way: `${path.basename(file)} < ${next.way}` });
      }
    }
  }
  return packages;
}

it("loads neither the editor nor the libraries for schemas and forms at first", () => {
  const packages = packagesOf(path.join(import.meta.dirname, "main.tsx"));
  expect([...packages.keys()]).toContain("react");
  const heavy = [...packages].filter(
    ([name]) =>
      name === "zod" || name === "@tanstack/react-form" || name.startsWith("monaco-editor"),
  );
  expect(heavy).toEqual([]);
});
