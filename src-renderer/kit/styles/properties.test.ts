import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";

const root = path.resolve(import.meta.dirname, "..");
/** Radix sets its own at run time; a pane's width is set under a name put together (`--list-own`). */
const SET_ELSEWHERE = /^--radix-|-own$/;

it("every custom property that a style uses is set somewhere: an unset one paints nothing", () => {
  const files = readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((file) => /\.(css|tsx?)$/.test(file) && !/\.test\./.test(file))
    .map((file) => ({ file, text: readFileSync(path.join(root, file), "utf8") }));
  const set = new Set(
    files.flatMap(({ text }) =>
      [...text.matchAll(/(--[\w-]+)["'\]]*\s*:|setProperty\(\s*"(--[\w-]+)"/g)].map(
        ([, first, second]) => first ?? second,
      ),
    ),
  );
  const unset = files.flatMap(({ file, text }) =>
    [...text.matchAll(/var\(\s*(--[\w-]+)/g)]
      .map(([, name = ""]) => name)
      .filter((name) => !set.has(name) && !SET_ELSEWHERE.test(name))
      .map((name) => `${file}: ${name}`),
  );
  expect(unset).toEqual([]);
});
