// The package of a module, and each licence text once in the notices.
import { expect, it } from "vitest";
import { noticesOf, packageFolder } from "./notices.mjs";
import { root } from "./paths.mjs";

it.each([
  [`${root}/node_modules/zod/v4/index.js`, "node_modules/zod"],
  [
    `${root}/node_modules/@ai-sdk/openai/dist/index.js?commonjs-proxy`,
    "node_modules/@ai-sdk/openai",
  ],
  [`\0${root}/node_modules/react/index.js`, "node_modules/react"],
  // The innermost one: a package may bring its own version of another.
  [`${root}/node_modules/a/node_modules/@b/c/x.js`, "node_modules/a/node_modules/@b/c"],
  [`${root}/src-main/main.ts`, null],
  ["\0rolldown/runtime.js", null],
])("finds the package of %s: %s", (id, folder) => {
  expect(packageFolder(id)?.replaceAll("\\", "/") ?? null).toBe(folder);
});

it("lists each text once, under all packages with it, and names packages without one", () => {
  const one = (/** @type {string} */ name, /** @type {string[]} */ texts) => ({
    name,
    version: "1.0.0",
    licence: "MIT",
    author: "",
    texts,
  });
  const notices = noticesOf(
    [
      one("a", ["MIT of X"]),
      one("b", ["MIT of X"]),
      one("c", ["MIT of Y", "NOTICE"]),
      one("d", []),
    ],
    "Data: Unicode.\n",
  );
  expect(notices.match(/MIT of X/g)).toHaveLength(1);
  expect(notices).toContain("a 1.0.0 (MIT)\nb 1.0.0 (MIT)\n\nMIT of X");
  expect(notices).toContain("c 1.0.0 (MIT)\n\nMIT of Y\n\nNOTICE");
  expect(notices).toContain("d 1.0.0 (MIT)\n\nLicence: MIT. It brings no text of its own.");
  expect(notices).toContain("Data: Unicode.");
});
