// What the window loads at startup: everything imported without `import()`.
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";

const IMPORT = /^(?:import|export)\s+(type\s+)?(?:[^;"']*?from\s+)?"([^"]+)"/gms;

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
      if (!name.startsWith(".")) packages.set(name, next.way);
      else if (/\.tsx?$/.test(name)) {
        const file = path.join(path.dirname(next.file), name);
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
