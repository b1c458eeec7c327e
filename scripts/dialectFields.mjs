// `node scripts/dialectFields.mjs` writes docs/endpoint.md's table of fields as `src-shared/dialects/fields.ts` has them.
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { format } from "oxfmt";
import { FIELDS } from "../src-shared/dialects/fields.ts";
import { root } from "./setup/paths.mjs";

const page = path.join(root, "docs/endpoint.md");
const NAMES = {
  "openai-chat": "Chat completions",
  "anthropic-messages": "Messages",
  "openai-responses": "Responses",
};
const WIDTH = 120;

/**
 * What the table says of a field: at the desk, and for a provider of another dialect.
 * @param {import("../src-shared/dialects/fields.ts").FieldPlace} place
 */
function wordsFor(place) {
  switch (place.kind) {
    case "desk":
      return [`Shown and edited: ${place.as}`, "Sent"];
    case "translated":
      return ["In the JSON view", `Translated: ${place.to}`];
    case "kept":
      return [];
    case "endpoint":
      return [capital(place.how), "Nothing to send"];
    case "refused":
      return [`400 if ${place.when}`, "Nothing to send"];
  }
}

const capital = (/** @type {string} */ text) =>
  text.replace(/^[a-z]/, (first) => first.toUpperCase());

/** @param {keyof typeof FIELDS} dialect */
function rowsOf(dialect) {
  /** @type {Map<string, string[]>} */
  const groups = new Map();
  for (const [name, place] of Object.entries(FIELDS[dialect])) {
    if (place.kind === "kept") continue;
    const key = wordsFor(place).join(" | ");
    groups.set(key, [...(groups.get(key) ?? []), `\`${name}\``]);
  }
  return [...groups].map(([key, names]) => `| ${names.join(", ")} | ${key} |\n`).join("");
}

/** @param {keyof typeof FIELDS} dialect */
function keptIn(dialect) {
  const names = Object.entries(FIELDS[dialect])
    .filter(([, { kind }]) => kind === "kept")
    .map(([name]) => `\`${name}\``);
  const words = `Kept: ${names.join(", ")}.`.split(" ");
  let line = "";
  const lines = [];
  for (const word of words) {
    if (line.length + word.length > WIDTH) {
      lines.push(line.trimEnd());
      line = "";
    }
    line += `${word} `;
  }
  return `${[...lines, line.trimEnd()].join("\n")}\n`;
}

/** @param {string} text the page */
export async function withFields(text) {
  let next = text;
  for (const dialect of /** @type {(keyof typeof FIELDS)[]} */ (Object.keys(FIELDS))) {
    const head = new RegExp(
      `(### ${NAMES[dialect]}\\n\\n\\| Field.*\\n\\|[ -|]*\\n)(?:\\|.*\\n)+\\n(?:Kept: [^]*?\\.\\n)`,
    );
    if (!head.test(next)) throw new Error(`${NAMES[dialect]} has no table`);
    next = next.replace(head, (_found, first) => `${first}${rowsOf(dialect)}\n${keptIn(dialect)}`);
  }
  return (await format("endpoint.md", next, { printWidth: 100 })).code;
}

if (process.argv[1] === import.meta.filename) {
  writeFileSync(page, await withFields(readFileSync(page, "utf8")));
}
