// Every class of every style sheet is used by a file that imports it, which stands in the same folder.
import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";

const root = path.resolve(import.meta.dirname, "..");
const files = readdirSync(root, { recursive: true, encoding: "utf8" });
const read = (file: string): string => readFileSync(path.join(root, file), "utf8");

/** The code that imports a style sheet, and under which names. */
const importers = files
  .filter((file) => /\.tsx?$/.test(file))
  .flatMap((file) =>
    [...read(file).matchAll(/^import (\w+) from "([^"]+\.module\.css)"/gm)].map(
      ([, name = "", sheet = ""]) => ({
        file,
        code: read(file),
        name,
        sheet: sheet.startsWith("#") ? sheet.slice(1) : path.join(path.dirname(file), sheet),
      }),
    ),
  );

/** The classes in its selectors. */
function classesOf(sheet: string): string[] {
  const selectors = sheet
    .replaceAll(/\/\*[\s\S]*?\*\/|:global\([^)]*\)/g, "")
    .replaceAll(/\{[^{}]*\}/g, "{}");
  return [...new Set([...selectors.matchAll(/\.([a-zA-Z_][\w-]*)/g)].map(([, name = ""]) => name))];
}

it.each(files.filter((file) => file.endsWith(".module.css")))("%s", (file) => {
  const mine = importers.filter(({ sheet }) => sheet === file);
  expect(mine).not.toEqual([]);
  // Where a class is chosen by a value, any of them may be used.
  const chosen = mine.some(({ code, name }) => new RegExp(`\\b${name}\\[[^"]`).test(code));
  const isDrawn = (one: string): boolean =>
    mine.some(({ code, name }) => new RegExp(`\\b${name}(\\.|\\[")${one}\\b`).test(code));
  const classes = classesOf(read(file));
  expect(classes.filter((one) => !isDrawn(one) && !chosen)).toEqual([]);
  // A class that is in no sheet paints nothing.
  const named = mine.flatMap(({ code, name }) =>
    [...code.matchAll(new RegExp(`(?<![\\w.])${name}\\.([a-zA-Z]\\w*)`, "g"))].map(
      ([, one = ""]) => one,
    ),
  );
  expect(named.filter((one) => one !== "module" && !classes.includes(one))).toEqual([]);
});

it("no style sheet is imported from another folder: a look that several share is a component of the kit", () => {
  const foreign = importers.filter(({ file, sheet }) => path.dirname(file) !== path.dirname(sheet));
  expect(foreign.map(({ file, sheet }) => `${file}: ${sheet}`)).toEqual([]);
});
