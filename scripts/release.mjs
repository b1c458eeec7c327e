// What a release needs beside its packages; run by .github/workflows/release.yml.
//   node scripts/release.mjs check TAG            fails unless tag, package.json and changelog name the same version
//   node scripts/release.mjs notes                prints what the changelog says of this version
//   node scripts/release.mjs feed FOLDER URL TAG  writes FOLDER/countersign.feed, the update feed of its packages, which
//                                                 URL/download/TAG serves; signed with UPDATE_KEY (PKCS #8, base64)
import { createPrivateKey, createPublicKey, sign } from "node:crypto";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { hashFile } from "./setup/files.mjs";
import { root } from "./setup/paths.mjs";

/** Packages that the app installs itself, or opens (src-main/app/updates/feed.ts). @type {Record<string, string>} */
const KINDS = { ".AppImage": "AppImage", ".exe": "nsis", ".dmg": "dmg" };

/** @type {{ version: string, release: { feed: string | null, key: string | null } }} */
const { version, release } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));

/** The changelog's section of this version, without its heading `X.Y.Z (DATE)`; empty if there is none. */
function notes() {
  const changelog = readFileSync(path.join(root, "docs/CHANGELOG.md"), "utf8");
  const section = changelog
    .split(/^## /m)
    .find((one) => new RegExp(`^${version} \\(\\d{4}-\\d\\d-\\d\\d\\)\n`).test(one));
  return (section ?? "").replace(/^.*\n+/, "").trim();
}

/** @param {string} [tag] */
function check(tag) {
  if (tag !== `v${version}`) throw new Error(`The tag is ${tag}, package.json says ${version}.`);
  if (notes() === "") throw new Error(`docs/CHANGELOG.md has no section "${version} (DATE)".`);
}

/** @param {string} [folder] @param {string} [url] @param {string} [tag] */
async function feed(folder = "", url = "", tag = "") {
  if (release.key === null) return void say("package.json has no release.key: no feed.");
  const secret = process.env["UPDATE_KEY"] ?? "";
  if (secret === "") throw new Error("UPDATE_KEY is missing: nothing unsigned is published.");
  const key = createPrivateKey({
    key: Buffer.from(secret, "base64"),
    format: "der",
    type: "pkcs8",
  });
  const own = createPublicKey(key).export({ format: "der", type: "spki" }).toString("base64");
  if (own !== release.key) throw new Error("UPDATE_KEY is not the key of release.key.");
  const files = [];
  for (const name of readdirSync(folder).toSorted()) {
    const kind = KINDS[path.extname(name)];
    if (kind === undefined) continue;
    const file = path.join(folder, name);
    files.push({
      kind,
      arch: /arm64|aarch64/.test(name) ? "arm64" : "x64",
      url: `${url}/download/${tag}/${encodeURIComponent(name)}`,
      bytes: statSync(file).size,
      sha256: await hashFile(file, "sha256", "hex"),
    });
  }
  const body = Buffer.from(JSON.stringify({ version, page: `${url}/tag/${tag}`, files }, null, 2));
  const signature = sign(null, body, key).toString("base64");
  writeFileSync(path.join(folder, "countersign.feed"), `${signature}\n${body.toString()}`);
  say(`Feed of ${version} with ${files.length} files.`);
}

/** @param {string} text */
const say = (text) => void process.stdout.write(`${text}\n`);

const [command, ...words] = process.argv.slice(2);
const commands = {
  check: () => check(...words),
  notes: () => say(notes()),
  feed: () => feed(...words),
};
const run = /** @type {Record<string, () => unknown>} */ (commands)[command ?? ""];
if (run === undefined) throw new Error(`${Object.keys(commands).join(", ")}: which?`);
await run();
