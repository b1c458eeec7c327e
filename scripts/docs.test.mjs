// Holds README.md and docs/ to what is there: links lead somewhere, commands exist, the index names every page.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { root } from "./setup/paths.mjs";

const pages = ["README.md", ...readdirSync(path.join(root, "docs")).map((name) => `docs/${name}`)];
/** @param {string} page */
const textOf = (page) => readFileSync(path.join(root, page), "utf8");
/** @type {{ scripts: Record<string, string> }} */
const { scripts } = JSON.parse(textOf("package.json"));

describe.each(pages)("%s", (page) => {
  const text = textOf(page);

  it("links to files that exist", () => {
    const links = [...text.matchAll(/\]\(([^)\s]+)\)|(?:src|srcset)="([^"]+)"/g)]
      .map(([, link, source]) => (link ?? source ?? "").replace(/#.*$/, ""))
      .filter((link) => link !== "" && !/^https?:/.test(link));
    const dead = links.filter((link) => !existsSync(path.join(root, path.dirname(page), link)));
    expect(dead).toEqual([]);
  });

  it("names npm scripts that exist", () => {
    const named = [...text.matchAll(/\bnpm run ([\w:-]+)/g)].map(([, name = ""]) => name);
    expect(named.filter((name) => !(name in scripts))).toEqual([]);
  });
});

it("the index names every page", () => {
  const index = textOf("docs/README.md");
  const missing = pages
    .filter((page) => page.startsWith("docs/") && page !== "docs/README.md")
    .filter((page) => !index.includes(`(${path.basename(page)})`));
  expect(missing).toEqual([]);
});

it("README and glossary stay short", () => {
  expect(textOf("README.md").split("\n").length).toBeLessThanOrEqual(151);
  expect(textOf("docs/glossary.md").split("\n").length).toBeLessThanOrEqual(81);
});
