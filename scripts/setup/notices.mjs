// Records the packages in a built Countersign, and words the notices that their licences require; scripts/packages/bill.mjs
// writes them.
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { root } from "./paths.mjs";

/** @typedef {{ name: string, version: string, licence: string, author: string, texts: string[] }} Package */

/** Which packages the last build has bundled, by bundle. */
export const bundledDir = path.join(root, "out/.bundled");

/**
 * Records the packages whose modules a bundle contains. For Vite and for its workers.
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
