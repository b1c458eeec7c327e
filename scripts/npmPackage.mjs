// `npm run pack`: the package for npm, in dist/: the built app, the launcher, and what it needs beside it. The manifest
// is made here, as that of the sources serves another end: everything that is bundled needs no package there, and
// Electron, which builds and tests name as a tool, is a dependency here.
import { cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import process from "node:process";
import { writeBill } from "./packages/bill.mjs";
import { sourceEpoch, writeSums } from "./packages/sums.mjs";
import { build, isBuilt, warnAboutOldNode } from "./setup/build.mjs";
import { root } from "./setup/paths.mjs";
import { run } from "./setup/run.mjs";

const stage = path.join(root, "dist", "npm");

/** What the package holds, from the root on. Source maps, stamps and the notes of the build stay out. */
const FILES = [
  "out/main",
  "out/preload",
  "out/renderer",
  "out/THIRD-PARTY-NOTICES.txt",
  "out/sbom.cdx.json",
  "scripts/countersign.mjs",
  "assets/countersign.service",
  "docs/headless.md",
  "LICENSE",
  "NOTICE",
  "README.md",
];

/**
 * llama.cpp's JavaScript travels inside, with its binary for each system as our own optional package: as a dependency
 * it would bring its builds for graphics cards along, 250 MB.
 */
const ENGINE = "@fugood/llama.node";
const ENGINE_FILES = ["package.json", "lib"];
const SYSTEMS = [
  "darwin-arm64",
  "darwin-x64",
  "linux-arm64",
  "linux-x64",
  "win32-arm64",
  "win32-x64",
];

/** @param {string} file @returns {Promise<any>} */
const readJson = async (file) => JSON.parse(await readFile(file, "utf8"));

/** @param {string} file @param {object} value */
const writeJson = (file, value) => writeFile(file, `${JSON.stringify(value, null, 2)}\n`);

async function stageFiles() {
  await rm(stage, { recursive: true, force: true });
  await mkdir(stage, { recursive: true });
  for (const file of FILES) {
    await cp(path.join(root, file), path.join(stage, file), {
      recursive: true,
      filter: (from) => !from.endsWith(".map"),
    });
  }
}

/** @returns {Promise<string>} its version */
async function stageEngine() {
  const from = path.join(root, "node_modules", ENGINE);
  const to = path.join(stage, "node_modules", ENGINE);
  await mkdir(to, { recursive: true });
  for (const file of ENGINE_FILES) {
    await cp(path.join(from, file), path.join(to, file), { recursive: true });
  }
  const { name, version, license, main } = await readJson(path.join(from, "package.json"));
  await writeJson(path.join(to, "package.json"), { name, version, license, main });
  return version;
}

/** @param {string} engine the version of llama.cpp's package */
async function stageManifest(engine) {
  const all = await readJson(path.join(root, "package.json"));
  const { name, productName, version, description, license, author, main, desktopName, bin } = all;
  const systems = SYSTEMS.map((system) => [`@fugood/node-llama-${system}`, engine]);
  await writeJson(path.join(stage, "package.json"), {
    name,
    productName,
    version,
    description,
    license,
    author,
    main,
    desktopName,
    bin,
    release: all.release,
    keywords: ["mcp", "sampling", "approval", "electron"],
    engines: { node: ">=22.12" },
    dependencies: {
      electron: all.devDependencies.electron,
      libsql: all.dependencies.libsql,
      [ENGINE]: engine,
    },
    optionalDependencies: Object.fromEntries(systems),
    bundleDependencies: [ENGINE],
    files: FILES,
  });
}

async function main() {
  warnAboutOldNode();
  if (!(await isBuilt()) && !(await build({ show: true })).ok) {
    process.stdout.write("[pack] The build failed.\n");
    process.exitCode = 1;
    return;
  }
  const manifest = await readJson(path.join(root, "package.json"));
  const { electron } = manifest.devDependencies;
  // Electron itself is not inside.
  await writeBill({ version: manifest.version, epoch: await sourceEpoch(), electron, parts: {} });
  await stageFiles();
  await stageManifest(await stageEngine());
  const { code } = await run("npm", ["pack", "--pack-destination", path.dirname(stage)], {
    cwd: stage,
    show: true,
  });
  if (code === 0) await writeSums();
  process.exitCode = code;
}

await main();
