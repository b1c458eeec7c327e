// Keeps README.md and docs/ true: links resolve, commands exist, the index names every page.
import { execFileSync } from "node:child_process";
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

  it("has only links to existing files", () => {
    const links = [...text.matchAll(/\]\(([^)\s]+)\)|(?:src|srcset)="([^"]+)"/g)]
      .map(([, link, source]) => (link ?? source ?? "").replace(/#.*$/, ""))
      .filter((link) => link !== "" && !/^https?:/.test(link));
    const dead = links.filter((link) => !existsSync(path.join(root, path.dirname(page), link)));
    expect(dead).toEqual([]);
  });

  it("names only existing npm scripts", () => {
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

describe("contributing", () => {
  const sources = ["src-main", "src-renderer", "src-shared"];
  /** @param {string} example */
  const naming = (example) =>
    execFileSync("git", ["grep", "-lwF", "-e", example, "--", ...sources], {
      cwd: root,
      encoding: "utf8",
    })
      .split("\n")
      .filter((file) => file !== "" && !/\.test\.|testing/i.test(file))
      .sort();
  const lists = textOf("docs/CONTRIBUTING.md")
    .split(/^### /m)
    .slice(1)
    .map((section) => ({
      title: section.split("\n", 1)[0] ?? "",
      example: /^Example: `([^`]+)`/m.exec(section)?.[1] ?? "",
      isWhole: !/^Example: .*, also elsewhere$/m.test(section),
      files: [...section.matchAll(/^- `([^`]+)`/gm)].map(([, file = ""]) => file).sort(),
    }));

  it.each(lists)("$title: names the files that contain $example", ({ example, isWhole, files }) => {
    const named = naming(example);
    expect(files).not.toEqual([]);
    expect(isWhole ? named : named.filter((file) => files.includes(file))).toEqual(files);
  });
});

it("architecture names only existing files", () => {
  const named = [...textOf("docs/architecture.md").matchAll(/`(src-[\w-]+(?:\/[\w./-]+)?)`/g)];
  const missing = named.map(([, file = ""]) => file).filter((f) => !existsSync(path.join(root, f)));
  expect(named.length).toBeGreaterThan(30);
  expect(missing).toEqual([]);
});

it("the path of a request names functions that exist", () => {
  const rows = [...textOf("docs/request.md").matchAll(/^\| `(src-[^`]+)` *\| ([^|]+)\|/gm)];
  expect(rows.length).toBeGreaterThan(50);
  const missing = rows.flatMap(([, file = "", functions = ""]) => {
    const source = textOf(file);
    return [...functions.matchAll(/`([^`]+)`/g)]
      .map(([, name = ""]) => name)
      .filter((name) => !source.includes(name.replace(/^Pusher\./, "")))
      .map((name) => `${file}: ${name}`);
  });
  expect(missing).toEqual([]);
});
