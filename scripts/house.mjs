// `npm run house`: counts what tells how the code is cut up, run by hand. Nothing fails by it; plain text and one parser.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { parseSync } from "@swc/core";
import { root } from "./setup/paths.mjs";

/**
 * @typedef {object} File
 * @property {string} name from the root, with slashes
 * @property {string} text
 */

const ROOMS = ["src-shared", "src-main", "src-renderer"];
const isCode = (/** @type {string} */ name) => /\.(ts|tsx|css)$/u.test(name);
const isUnitTest = (/** @type {string} */ name) => /\.test\.tsx?$/u.test(name);
const isHelper = (/** @type {string} */ name) =>
  /(^|\/)(testing|fixtures)\/|^src-(shared|main)\/.*\/data\/|testing\.tsx?$|\.d\.ts$/u.test(name);

/** @type {File[]} */
const all = ROOMS.flatMap((room) =>
  readdirSync(path.join(root, room), { recursive: true, encoding: "utf8" })
    .map((name) => `${room}/${name.replaceAll("\\", "/")}`)
    .filter(isCode)
    .map((name) => ({ name, text: readFileSync(path.join(root, name), "utf8") })),
);
const files = all.filter(({ name }) => !isUnitTest(name) && !isHelper(name));
const code = files.filter(({ name }) => !name.endsWith(".css"));
const sheets = files.filter(({ name }) => name.endsWith(".css"));
const window = code.filter(({ name }) => name.startsWith("src-renderer/"));

const linesOf = (/** @type {string} */ text) => text.split("\n").length - 1;
const sum = (/** @type {number[]} */ list) => list.reduce((total, one) => total + one, 0);
const countIn = (/** @type {readonly File[]} */ list, /** @type {RegExp} */ pattern) =>
  sum(list.map(({ text }) => text.match(pattern)?.length ?? 0));
/** How often each text occurs. */
const tally = (/** @type {readonly string[]} */ texts) => {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
};

/** Neither blank, comment, import nor lone punctuation. */
const isSubstance = (/** @type {string} */ line) =>
  !/^\s*($|\/\/|\/\*|\*|import\b|\} from\b|[\])}>;,({[]+\s*$)/u.test(line);

/** Every node of a syntax tree, of one type. */
function nodes(/** @type {unknown} */ tree, /** @type {string} */ type) {
  /** @type {any[]} */
  const found = [];
  /** @type {unknown[]} */
  const open = [tree];
  while (open.length > 0) {
    const at = open.pop();
    if (Array.isArray(at)) open.push(...at);
    else if (typeof at === "object" && at !== null) {
      if ("type" in at && at.type === type) found.push(at);
      open.push(...Object.values(at));
    }
  }
  return found;
}

const trees = code.map(({ name, text }) => ({
  name,
  tree: parseSync(text, { syntax: "typescript", tsx: name.endsWith(".tsx") }),
}));

/** Files that one file imports, which is in the same folder. */
function loneImports() {
  /** @type {Map<string, Set<string>>} */
  const importers = new Map();
  for (const { name, text } of code) {
    for (const [, to = ""] of text.matchAll(/\b(?:from|import\()\s*"([.#][^"?]+)/gu)) {
      const target = to.startsWith("#")
        ? to.replace(/^#/u, to.startsWith("#shared/") ? "src-" : "src-renderer/")
        : path.posix.join(path.posix.dirname(name), to);
      importers.set(target, (importers.get(target) ?? new Set()).add(name));
    }
  }
  return code.filter(({ name }) => {
    const [only, ...others] = importers.get(name) ?? [];
    return others.length === 0 && only !== undefined && path.dirname(only) === path.dirname(name);
  }).length;
}

/** Interfaces that exactly one class implements. */
function loneImplementations() {
  const declared = new Set(countable(/\binterface (\w+)/gu));
  return [...tally(countable(/\bimplements (\w+)/gu))].filter(
    ([name, count]) => count === 1 && declared.has(name),
  ).length;
}
const countable = (/** @type {RegExp} */ pattern) =>
  code.flatMap(({ text }) => [...text.matchAll(pattern)].map(([, name = ""]) => name));

const literalSpreads = () =>
  sum(
    trees.map(({ tree }) =>
      sum(
        ["SpreadElement", "JSXSpreadElement"].map(
          (type) =>
            nodes(tree, type).filter(
              ({ arguments: of, expression }) => (of ?? expression)?.type === "ObjectExpression",
            ).length,
        ),
      ),
    ),
  );

/** Components, and how many of them stand in exactly one place. */
function components() {
  const declared = new Set(
    window
      .filter(({ name }) => name.endsWith(".tsx"))
      .flatMap(({ text }) => [
        ...text.matchAll(
          /^(?:export )?(?:function|const) ([A-Z]\w*[a-z]\w*)(?:\(| = (?:memo\(|\())/gmu,
        ),
      ])
      .map(([, name = ""]) => name),
  );
  const used = tally(
    window.flatMap(({ text }) =>
      [...text.matchAll(/<([A-Z]\w*)(?=[\s/>])(?!>\()/gu)]
        .map(([, name = ""]) => name)
        .filter((name) => declared.has(name)),
    ),
  );
  return { all: declared.size, once: [...used.values()].filter((count) => count === 1).length };
}

/** Words of the glossary's third column, and the identifiers they are part of. */
function ruledOut() {
  const rows = readFileSync(path.join(root, "docs/glossary.md"), "utf8")
    .split("\n")
    .filter((line) => /^\|\s*\*\*/u.test(line))
    .map((line) => line.split("|").map((cell) => cell.trim()));
  const wanted = new Set(
    rows.flatMap(([, word = ""]) => [...word.matchAll(/\*\*([^*]+)\*\*/gu)].map(([, w]) => w)),
  );
  const words = rows
    .flatMap(([, , , not = ""]) => not.replaceAll(/\([^)]*\)/gu, "").split(","))
    .map((word) => word.trim())
    // A word that the glossary also gives a meaning to cannot be told apart by its letters.
    .filter((word) => /^[a-z]+$/u.test(word) && !wanted.has(word));
  const identifiers = trees.flatMap(({ tree }) =>
    nodes(tree, "Identifier").map(({ value }) => String(value)),
  );
  /** @type {Map<string, number>} */
  const found = new Map();
  for (const [identifier, count] of tally(identifiers)) {
    const parts = identifier
      .replaceAll(/([a-z\d])([A-Z])/gu, "$1 $2")
      .toLowerCase()
      .split(/[ _]/u);
    for (const word of words.filter((one) => parts.includes(one)))
      found.set(word, (found.get(word) ?? 0) + count);
  }
  return [...found].toSorted(([, a], [, b]) => b - a);
}

const foreignSheets = () =>
  sum(
    window.map(
      ({ name, text }) =>
        [...text.matchAll(/from "([.#][^"]+\.module\.css)"/gu)].filter(
          ([, to = ""]) =>
            to.startsWith("#") ||
            path.posix.dirname(path.posix.join(path.posix.dirname(name), to)) !==
              path.posix.dirname(name),
        ).length,
    ),
  );

/** Keys of the English catalogue, and those whose text another key has too. */
function texts() {
  const found = trees
    .filter(({ name }) => name.startsWith("src-renderer/words/en/"))
    .flatMap(({ tree }) => nodes(tree, "KeyValueProperty"))
    .filter(({ value }) => value.type === "StringLiteral")
    .map(({ value }) => String(value.value));
  const repeated = [...tally(found).values()].filter((count) => count > 1);
  return { all: found.length, repeated: sum(repeated), distinct: repeated.length };
}

/** Custom properties that are used and nowhere set. */
function undefinedProperties() {
  const styled = [...sheets, ...window];
  const set = new Set(
    styled.flatMap(({ text }) =>
      [...text.matchAll(/(--[\w-]+)["'\]]*\s*:|setProperty\(\s*"(--[\w-]+)"/gu)].map(
        ([, first, second]) => first ?? second,
      ),
    ),
  );
  const used = styled.flatMap(({ text }) =>
    [...text.matchAll(/var\(\s*(--[\w-]+)/gu)].map(([, name = ""]) => name),
  );
  // Radix sets its own at run time; a pane's width is set under a name put together (`--list-own`).
  const elsewhere = /^--radix-|-own$/u;
  return [...tally(used)].filter(([name]) => !set.has(name) && !elsewhere.test(name));
}

const { all: componentCount, once } = components();
const { all: textCount, repeated, distinct } = texts();
const words = ruledOut();
const missing = undefinedProperties();
const named = (/** @type {readonly (readonly [string, number])[]} */ list) =>
  list.map(([name, count]) => `${name} ${count}`).join(", ");
const tests = all.filter(({ name }) => isUnitTest(name));

/** @type {[string, number, string?][]} */
const rows = [
  ["lines under src-*", sum(files.map(({ text }) => linesOf(text)))],
  [
    "… that say something",
    sum(files.map(({ text }) => text.split("\n").filter(isSubstance).length)),
    "neither blank, comment, import nor lone punctuation",
  ],
  ["files", files.length],
  ["files with one importer, in the same folder", loneImports()],
  ["interfaces that one class implements", loneImplementations(), "by `implements` alone"],
  ["`...{ a, b }` around a literal", literalSpreads()],
  ["components used once", once, `of ${componentCount}`],
  ["gate frames written", countIn(window, /<Frame\b/gu)],
  ["words ruled out, in identifiers", sum(words.map(([, count]) => count)), named(words)],
  ["imports of another folder's style sheet", foreignSheets()],
  ["keys with the text of another key", repeated, `of ${textCount}; ${distinct} texts`],
  ["custom properties that nothing sets", missing.length, named(missing)],
  ["stores in the renderer", countIn(window, /\bcreateStore[<(]/gu)],
  ["unit-test lines", sum(tests.map(({ text }) => linesOf(text))), `${tests.length} files`],
];
const width = Math.max(...rows.map(([what]) => what.length));
for (const [what, count, more = ""] of rows)
  console.log(
    `${what.padEnd(width)}  ${count.toLocaleString("en").padStart(8)}  ${more}`.trimEnd(),
  );
