// Generates src-shared/filter/grammar/table.ts from filter.grammar: run it after a change of the grammar.
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { buildParserFile } from "@lezer/generator";
import { format } from "oxfmt";
import { root } from "./setup/paths.mjs";

const folder = path.join(root, "src-shared/filter/grammar");

/** The text of table.ts for the present grammar. */
export async function tableText() {
  const grammar = readFileSync(path.join(folder, "filter.grammar"), "utf8");
  const { parser, terms } = buildParserFile(grammar, {
    fileName: "filter.grammar",
    typeScript: true,
  });
  const text = [
    "// The tables of filter.grammar, made by `node scripts/grammar.mjs`: not to be edited by hand.",
    parser.replace(/^\/\/.*\n/, ""),
    terms.replace(/^\/\/.*\n/, ""),
  ].join("\n");
  return (await format("grammar.ts", text, { printWidth: 100 })).code;
}

if (process.argv[1] === import.meta.filename) {
  writeFileSync(path.join(folder, "table.ts"), await tableText());
}
