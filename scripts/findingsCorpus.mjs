// `node scripts/findingsCorpus.mjs [folder…]`: collects harmless texts for e2e/corpora/harmless.jsonl: one
// excerpt a file, from installed packages under permissive licences and from the sources of languages given as folders
// (`label=folder=licence=ending`). Texts written by hand stay.
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { root } from "./setup/paths.mjs";

const file = path.join(root, "e2e/corpora/harmless.jsonl");
const LICENCES = /^(?:\(?(?:MIT|ISC|BSD|Apache|0BSD|CC0|BlueOak|Unlicense|PSF))/i;
/** @param {string} text */
const number = (text) =>
  Number.parseInt(createHash("sha1").update(text).digest("hex").slice(0, 8), 16);

/**
 * Some paragraphs from the text, always the same ones.
 * @param {string} text
 */
function excerpt(text) {
  const size = 500 + (number(text) % 1800);
  const at = text.length <= size ? 0 : number(`${text}at`) % (text.length - size);
  const from = at === 0 ? 0 : text.indexOf("\n", at) + 1;
  return text.slice(from, from + size);
}

/**
 * @param {string} folder
 * @param {RegExp} ending
 * @param {number} depth
 * @returns {string[]}
 */
function filesIn(folder, ending, depth) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const at = path.join(folder, entry.name);
    if (entry.isDirectory() && depth > 0 && entry.name !== "node_modules") {
      return filesIn(at, ending, depth - 1);
    }
    return entry.isFile() && ending.test(entry.name) ? [at] : [];
  });
}

/** @type {{ source: string, licence: string, text: string }[]} */
const found = [];
const modules = path.join(root, "node_modules");
const names = readdirSync(modules).flatMap((name) =>
  name.startsWith("@") ? readdirSync(path.join(modules, name)).map((n) => `${name}/${n}`) : [name],
);
for (const name of names) {
  const manifest = path.join(modules, name, "package.json");
  if (!existsSync(manifest)) continue;
  const { license, version } = JSON.parse(readFileSync(manifest, "utf8"));
  if (typeof license !== "string" || !LICENCES.test(license)) continue;
  const docs = filesIn(path.join(modules, name), /\.(md|markdown)$/i, 1).slice(0, 2);
  const code = filesIn(path.join(modules, name), /\.(ts|css|html|cjs|mjs|json|sh|yml)$/i, 3);
  const picked = code.length === 0 ? [] : [code[number(name) % code.length] ?? ""];
  for (const one of [...docs, ...(number(`${name}code`) % 2 === 0 ? picked : [])]) {
    const text = excerpt(readFileSync(one, "utf8"));
    const source = `${name}@${version}/${path.relative(path.join(modules, name), one)}`;
    if (text.trim().length > 200) found.push({ source, licence: license, text });
  }
}
for (const given of process.argv.slice(2)) {
  const [label = "", folder = "", licence = "", ending = ""] = given.split("=");
  const files = filesIn(folder, new RegExp(`\\.${ending}$`, "i"), 3);
  const chosen = files
    .toSorted((a, b) => number(path.basename(a)) - number(path.basename(b)))
    .slice(0, 40);
  for (const one of chosen) {
    const text = excerpt(readFileSync(one, "utf8"));
    const source = `${label}/${path.relative(folder, one)}`;
    if (text.trim().length > 200) found.push({ source, licence, text });
  }
}
const kept = existsSync(file)
  ? readFileSync(file, "utf8")
      .split("\n")
      .filter((line) => line !== "" && JSON.parse(line).source === "own")
  : [];
const chosen = found.toSorted((a, b) => number(a.source) - number(b.source)).slice(0, 800);
const lines = chosen.map((one, index) => {
  // The last part was examined only once all was made.
  const part = index >= 480 ? "fresh" : number(one.text) % 2 === 0 ? "tuned" : "held";
  return JSON.stringify({ id: `h${String(index).padStart(3, "0")}`, part, ...one });
});
writeFileSync(file, `${[...kept, ...lines].join("\n")}\n`);
process.stdout.write(`${kept.length} by hand, ${lines.length} collected of ${found.length}.\n`);
