// The bill of materials (SBOM, CycloneDX) of what is shipped, and the notices that the licences require, made from it. Both
// are made from the last build's own record of bundled packages, not of what is installed for developing.
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { bundledDir, noticesOf } from "../setup/notices.mjs";
import { root, toolNode } from "../setup/paths.mjs";
import { must } from "../setup/run.mjs";

export const billFile = path.join(root, "out/sbom.cdx.json");
const noticesFile = path.join(root, "out/THIRD-PARTY-NOTICES.txt");

/** What is shipped beside the bundles (electron-builder.config.mjs), and what style sheets refer to. */
const BESIDE = [
  "libsql",
  "@neon-rs/load",
  "detect-libc",
  "@fugood/llama.node",
  "@fontsource-variable/inter",
  "@fontsource/jetbrains-mono",
];

/** Data of others inside the app (NOTICE). */
const DATA = [
  { name: "confusables.txt", version: "18.0.0", supplier: "Unicode", licence: "Unicode-3.0" },
  {
    name: "schema.json of the Model Context Protocol",
    version: "b0f60ba5",
    supplier: "Model Context Protocol a Series of LF Projects, LLC.",
    licence: "MIT",
  },
];

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

/** @returns {Promise<Set<string>>} the folders of the packages that are shipped, from the root on */
async function shipped() {
  const notes = await readdir(bundledDir);
  /** @type {string[][]} */
  const bundled = await Promise.all(
    notes.map(async (note) => JSON.parse(await readFile(path.join(bundledDir, note), "utf8"))),
  );
  const beside = [...BESIDE, ...(await nativePackages())].map((name) => `node_modules/${name}`);
  return new Set([...bundled.flat().map((folder) => folder.replaceAll("\\", "/")), ...beside]);
}

/**
 * @typedef {{ license?: { id?: string, name?: string, text?: { content: string } }, expression?: string }} Licence
 * @typedef {object} Described
 * @property {string} type
 * @property {string} name
 * @property {string} [group]
 * @property {string} version
 * @property {string} [author]
 * @property {Licence[]} [licenses]
 * @property {{ licenses?: Licence[] }} [evidence]
 * @property {{ name: string, value: string }[]} [properties]
 * @property {object[]} [components]
 *
 * @typedef {Described & { "bom-ref": string }} Component
 *
 * @typedef {object} Bill
 * @property {{ timestamp?: string, component: Component }} metadata
 * @property {Component[]} components
 * @property {{ ref: string, dependsOn?: string[] }[]} dependencies
 */

/** @param {Component} component its folder from the root on; it may lie in several */
const foldersOf = ({ properties = [] }) =>
  properties.flatMap(({ name, value }) => (name === "cdx:npm:package:path" ? [value] : []));

/** What npm packages contain that is no npm package, with the version that they were built from. */
function inside() {
  const require = createRequire(path.join(root, "package.json"));
  const Database = require("libsql");
  const database = new Database(":memory:");
  const { version } = /** @type {{ version: string }} */ (
    database.prepare("SELECT sqlite_version() AS version").get()
  );
  database.close();
  const llama = require("@fugood/llama.node/lib/version.js");
  return [
    native("SQLite", version, "pkg:generic/sqlite", "blessing"),
    native("llama.cpp", `b${llama.BUILD_NUMBER}`, "pkg:github/ggml-org/llama.cpp", "MIT"),
  ];
}

/** @param {string} name @param {string} version @param {string} purl @param {string} licence */
const native = (name, version, purl, licence) => ({
  type: "library",
  name,
  version,
  "bom-ref": `${name}@${version}`,
  purl: `${purl}@${version}`,
  licenses: [{ license: { id: licence } }],
});

/**
 * @param {string} version
 * @param {Record<string, string>} parts
 */
function electron(version, parts) {
  const own = [
    native("Chromium", parts["chrome"] ?? "", "pkg:generic/chromium", "BSD-3-Clause"),
    native("Node.js", parts["node"] ?? "", "pkg:github/nodejs/node", "MIT"),
    native("V8", parts["v8"] ?? "", "pkg:generic/v8", "BSD-3-Clause"),
  ].filter((one) => one.version !== "");
  return {
    ...native("electron", version, "pkg:github/electron/electron", "MIT"),
    type: "framework",
    ...(own.length > 0 ? { components: own } : {}),
  };
}

/** @returns {Promise<Bill>} of everything that is installed */
async function wholeBill() {
  const cli = path.join(root, "node_modules/@cyclonedx/cyclonedx-npm/bin/cyclonedx-npm-cli.js");
  const file = path.join(root, "out/.whole.cdx.json");
  const how = [
    "--flatten-components",
    "--output-reproducible",
    "--gather-license-texts",
    "--no-validate",
  ];
  await must("The bill of materials", toolNode, [cli, ...how, "--output-file", file], {
    cwd: root,
  });
  const bill = JSON.parse(await readFile(file, "utf8"));
  await rm(file);
  return bill;
}

/**
 * Writes out/sbom.cdx.json and out/THIRD-PARTY-NOTICES.txt of the last build.
 * @param {object} made
 * @param {string} made.version of Countersign
 * @param {number} made.epoch seconds since 1970: when the sources were made
 * @param {string} made.electron its version
 * @param {Record<string, string>} made.parts its `process.versions`; empty where it is not shipped but depended on
 * @throws {Error} where a package that is shipped is not in the bill
 */
export async function writeBill({ version, epoch, electron: runtimeVersion, parts }) {
  const folders = await shipped();
  const bill = await wholeBill();
  const own = bill.components.filter((one) => foldersOf(one).some((folder) => folders.has(folder)));
  const found = new Set(own.flatMap(foldersOf));
  const missing = [...folders].filter((folder) => !found.has(folder));
  if (missing.length > 0) throw new Error(`not in the bill of materials: ${missing.join(", ")}`);
  await writeFile(noticesFile, await notices(own));

  const refs = new Set(own.map((one) => one["bom-ref"]));
  const ownRef = bill.metadata.component["bom-ref"];
  const dependencies = bill.dependencies
    .filter(({ ref }) => ref === ownRef || refs.has(ref))
    .map(({ ref, dependsOn = [] }) => ({
      ref,
      dependsOn: dependsOn.filter((one) => refs.has(one)),
    }));
  const data = DATA.map(({ name, version: of, supplier, licence }) => ({
    type: "data",
    name,
    version: of,
    "bom-ref": `${name}@${of}`,
    supplier: { name: supplier },
    licenses: [{ license: { id: licence } }],
  }));
  const others = [electron(runtimeVersion, parts), ...inside(), ...data];
  const rootDependencies = dependencies.find(({ ref }) => ref === ownRef);
  rootDependencies?.dependsOn.push(...others.map((one) => one["bom-ref"]));
  const { metadata } = bill;
  metadata.component.version = version;
  metadata.timestamp = new Date(epoch * 1000).toISOString();
  const components = [...own.map(({ evidence: _evidence, ...one }) => one), ...others];
  await writeFile(billFile, `${JSON.stringify({ ...bill, components, dependencies }, null, 1)}\n`);
}

/** @param {Component[]} components */
async function notices(components) {
  const packages = components.map(
    ({ name, group, version, author = "", licenses = [], evidence }) => ({
      name: group === undefined ? name : `${group}/${name}`,
      version,
      author,
      licence:
        licenses
          .map(({ license, expression }) => expression ?? license?.id ?? license?.name)
          .join(", ") || "not stated",
      texts: (evidence?.licenses ?? []).flatMap(({ license }) => {
        const text = Buffer.from(license?.text?.content ?? "", "base64").toString("utf8");
        return text.trim() === "" ? [] : [text.replaceAll("\r\n", "\n").trim()];
      }),
    }),
  );
  packages.sort((a, b) =>
    a.name < b.name ? -1 : a.name > b.name ? 1 : a.version < b.version ? -1 : 1,
  );
  return noticesOf(packages, await readFile(path.join(root, "assets/NOTICES-data.txt"), "utf8"));
}
