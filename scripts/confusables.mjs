// `node scripts/confusables.mjs FILE`: makes src-shared/findings/data/confusables.json from Unicode's data on look-alikes
// (UTS #39): from confusables.txt as Unicode publishes it, or from `src/tables.rs` of the crate unicode-security, which
// has the same table (`cargo fetch` gets it where unicode.org is unreachable). The version is in the file.
import { readFileSync, writeFileSync } from "node:fs";
import process from "node:process";

const [source] = process.argv.slice(2);
if (source === undefined) throw new Error("Which confusables.txt or tables.rs?");
const file = new URL("../src-shared/findings/data/confusables.json", import.meta.url);
const given = readFileSync(source, "utf8");
const { version, pairs } = source.endsWith(".rs") ? ofCrate(given) : ofUnicode(given);
if (pairs.length < 5000) throw new Error(`only ${pairs.length} look-alikes: is it the right file?`);

/** @type {Record<string, string>} */
const letters = {};
for (const [letter, prototype] of pairs) {
  const isOne = /^\p{L}$/u.test(letter) && /^[A-Za-z]$/.test(prototype);
  const isPlain = /^[\x20-\x7e]+$/.test(letter.normalize("NFKC"));
  if (!isOne || isPlain) continue;
  const plain = prototype.toLowerCase();
  letters[plain] = (letters[plain] ?? "") + letter;
}
const note = `Letters that look like a Latin one (UTS #39, confusables.txt ${version}, Unicode License v3, see NOTICE): those whose prototype is one ASCII letter and that NFKC leaves as they are. Made by scripts/confusables.mjs.`;
const sorted = Object.fromEntries(Object.entries(letters).sort(([a], [b]) => (a < b ? -1 : 1)));
writeFileSync(file, `${JSON.stringify({ note, letters: sorted }, null, 1)}\n`);
process.stdout.write(`${Object.values(letters).join("").length} units, of ${version}\n`);

/** @param {readonly string[]} codes */
function textOf(codes) {
  return String.fromCodePoint(...codes.map((code) => Number.parseInt(code, 16)));
}

/**
 * `0430 ;	0061 ;	MA	# …`
 * @param {string} text
 */
function ofUnicode(text) {
  const lines = text.replace(/^\uFEFF/, "").split(/\r?\n/);
  const rows = lines.map((line) => line.split("#")[0]?.split(";") ?? []);
  const pairs = rows.flatMap(([from = "", to = ""]) =>
    to.trim() === ""
      ? []
      : [/** @type {const} */ ([textOf([from.trim()]), textOf(to.trim().split(/\s+/))])],
  );
  return { version: /^# Version: (\S+)/m.exec(text)?.[1] ?? "?", pairs };
}

/**
 * `('\u{430}', &['\u{61}'])`, over lines
 * @param {string} text
 */
function ofCrate(text) {
  const version = /UNICODE_VERSION: \(u64, u64, u64\) = \(([\d, ]+)\)/.exec(text)?.[1] ?? "?";
  const start = text.indexOf("const CONFUSABLES");
  const table = text.slice(start, text.indexOf("];\n", start));
  const row = /\('\\u\{([0-9a-f]+)\}',\s+&\[([^\]]+)\]\)/g;
  const pairs = [...table.matchAll(row)].map(([, from = "", to = ""]) => {
    const codes = [...to.matchAll(/\\u\{([0-9a-f]+)\}/g)].map(([, code = ""]) => code);
    return /** @type {const} */ ([textOf([from]), textOf(codes)]);
  });
  return { version: version.split(", ").join("."), pairs };
}
