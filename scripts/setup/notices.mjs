// Collects the packages in a built Countersign, and writes the notices that their licences require: out/THIRD-PARTY-NOTICES.txt.
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { root } from "./paths.mjs";

/** @typedef {{ name: string, version: string, licence: string, author: string, texts: string[] }} Package */

const outDir = path.join(root, "out");
const bundledDir = path.join(outDir, ".bundled");
export const noticesFile = path.join(outDir, "THIRD-PARTY-NOTICES.txt");

/** What is shipped beside the bundles (electron-builder.config.mjs), and what style sheets refer to. */
const BESIDE = [
  "libsql",
  "@neon-rs/load",
  "detect-libc",
  "@fugood/llama.node",
  "@fontsource-variable/inter",
  "@fontsource/jetbrains-mono",
];

/**
 * Records the packages whose modules a bundle contains; `writeNotices` reads the records. For Vite and for its workers.
 * @param {string} part names the bundle
 * @returns {{ name: string, generateBundle: (this: { getModuleIds(): IterableIterator<string> }) => Promise<void> }}
 */
export function bundledPackages(part) {
  return {
    name: "bundled-packages",
    async generateBundle() {
      const folders = new Set([...this.getModuleIds()].flatMap((id) => packageFolder(id) ?? []));
      await mkdir(bundledDir, { recursive: true });
      await writeFile(path.join(bundledDir, `${part}.json`), JSON.stringify([...folders].sort()));
    },
  };
}

/**
 * The folder of the package that a module belongs to, relative to the root; null for our own and for virtual ones.
 * @param {string} id
 */
export function packageFolder(id) {
  const found = /^.*\/node_modules\/(?:@[^/]+\/)?[^/?\0]+(?=\/)/.exec(id.replaceAll("\\", "/"));
  return found === null ? null : path.relative(root, found[0].replace(/^\0/, ""));
}

/**
 * @param {string} folder of a package, from the root on
 * @returns {Promise<Package | null>}
 */
async function packageIn(folder) {
  const full = path.join(root, folder);
  if (!existsSync(path.join(full, "package.json"))) return null;
  const { name, version, license, author } = JSON.parse(
    await readFile(path.join(full, "package.json"), "utf8"),
  );
  if (typeof name !== "string") return null;
  const files = (await readdir(full)).filter((file) => /^(licen[cs]e|copying|notice)/i.test(file));
  const texts = await Promise.all(
    files.sort().map((file) => readFile(path.join(full, file), "utf8").catch(() => "")),
  );
  return {
    name,
    version: String(version),
    licence: typeof license === "string" ? license : String(license?.type ?? "not stated"),
    author: typeof author === "string" ? author : String(author?.name ?? ""),
    texts: texts.map((text) => text.replaceAll("\r\n", "\n").trim()).filter((text) => text !== ""),
  };
}

/**
 * The notices as a text: each package's own texts, each different text once.
 * @param {readonly Package[]} packages
 * @param {string} data what is said of data that is no package
 */
export function noticesOf(packages, data) {
  /** @type {Map<string, Package[]>} */
  const byText = new Map();
  for (const one of packages) {
    const text = one.texts.join("\n\n") || `Licence: ${one.licence}. It brings no text of its own.`;
    byText.set(text, [...(byText.get(text) ?? []), one]);
  }
  const line = "=".repeat(80);
  const sections = [...byText].map(([text, those]) => {
    const names = those.map(
      ({ name, version, licence, author }) =>
        `${name} ${version} (${licence})${author === "" ? "" : `, ${author}`}`,
    );
    return `${line}\n${names.join("\n")}\n\n${text}\n`;
  });
  const head =
    "Countersign is under the MIT licence. It contains work of others under their own licences, which follow; the\n" +
    "runtime's own (Electron, Chromium, Node) lie beside it as LICENSE.electron.txt and LICENSES.chromium.html.\n";
  return [head, data, ...sections].join("\n");
}

/** Writes the notices of the last build. */
export async function writeNotices() {
  const notes = await readdir(bundledDir);
  /** @type {string[][]} */
  const bundled = await Promise.all(
    notes.map(async (note) => JSON.parse(await readFile(path.join(bundledDir, note), "utf8"))),
  );
  await rm(bundledDir, { recursive: true, force: true });
  const natives = await nativePackages();
  const folders = new Set([
    ...bundled.flat(),
    ...[...BESIDE, ...natives].map((name) => `node_modules/${name}`),
  ]);
  const packages = await Promise.all([...folders].map(packageIn));
  const known = packages.flatMap((one) => one ?? []);
  known.sort((a, b) => a.name.localeCompare(b.name) || a.version.localeCompare(b.version));
  const data = await readFile(path.join(root, "assets/NOTICES-data.txt"), "utf8");
  await writeFile(noticesFile, noticesOf(known, data));
}

/** The binaries of this platform; those for graphics cards, musl and browsers are not shipped. */
async function nativePackages() {
  const found = await Promise.all(
    ["@libsql", "@fugood"].map(async (scope) => {
      const names = await readdir(path.join(root, "node_modules", scope)).catch(() => []);
      return names.map((name) => `${scope}/${name}`);
    }),
  );
  return found.flat().filter((name) => !/-(cuda|vulkan|snapdragon|musl|wasm)$/.test(name));
}
