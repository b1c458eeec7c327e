// `node scripts/confusables.mjs confusables.txt`: makes src-shared/inspect/data/confusables.json from the file of that
// name that Unicode publishes with UTS #39.
import { readFileSync, writeFileSync } from "node:fs";
import process from "node:process";

const [source] = process.argv.slice(2);
if (source === undefined) throw new Error("Which confusables.txt?");
const file = new URL("../src-shared/inspect/data/confusables.json", import.meta.url);
const texts = (/** @type {string} */ codes) =>
  String.fromCodePoint(
    ...codes
      .trim()
      .split(/\s+/)
      .map((code) => Number.parseInt(code, 16)),
  );
/** @type {Record<string, string>} */
const letters = {};
for (const line of readFileSync(source, "utf8").split(/\r?\n/)) {
  const [from, to] = line.replace(/^\uFEFF/, "").split(";");
  if (from === undefined || to === undefined || from.startsWith("#")) continue;
  const [letter, prototype] = [texts(from), texts(to)];
  const isOne = /^\p{L}$/u.test(letter) && /^[A-Za-z]$/.test(prototype);
  const isPlain = /^[\x20-\x7e]+$/.test(letter.normalize("NFKC"));
  if (!isOne || isPlain) continue;
  letters[prototype.toLowerCase()] = (letters[prototype.toLowerCase()] ?? "") + letter;
}
const { note } = JSON.parse(readFileSync(file, "utf8"));
writeFileSync(file, `${JSON.stringify({ note, letters }, null, 1)}\n`);
