// `node scripts/codes.mjs` writes docs/errors.md's table of refusals from the codes. The page itself says when each
// occurs; for a limit that is beside its figure.
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { format } from "oxfmt";
import { entryOf, isLimitReason, LIMIT_OF } from "../src-shared/rules/limits/limits.ts";
import { CODES } from "../src-shared/request/checks/codes.ts";
import { root } from "./setup/paths.mjs";

const page = path.join(root, "docs/errors.md");
const ROWS = /(^\| −\d+ .*\n)+/m;

/** @param {keyof typeof CODES} reason @param {string} text */
function whenOf(reason, text) {
  const found = new RegExp(`^\\| −\\d+ +\\| \`${reason}\` .*\\| (.*?) *\\|$`, "m").exec(text)?.[1];
  if (!isLimitReason(reason)) return found ?? "";
  const { reached, usual, unit } = entryOf(LIMIT_OF[reason]);
  const figure =
    unit === "bytes" ? `${(usual ?? 0) / 1024 ** 2} MiB` : (usual ?? 0).toLocaleString("en");
  return reached?.when.replace("{usual}", figure) ?? "";
}

/** @param {string} text the page */
export async function withCodes(text) {
  const rows = /** @type {(keyof typeof CODES)[]} */ (Object.keys(CODES)).map((reason) => {
    const { code, message } = CODES[reason];
    return `| −${-code} | \`${reason}\` | \`${message}\` | ${whenOf(reason, text)} |\n`;
  });
  const table = text.replace(ROWS, () => rows.join(""));
  return (await format("codes.md", table, { printWidth: 100 })).code;
}

if (process.argv[1] === import.meta.filename) {
  writeFileSync(page, await withCodes(readFileSync(page, "utf8")));
}
