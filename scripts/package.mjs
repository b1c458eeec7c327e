// `npm run package`: what a user installs on this system, in dist/, with an SBOM and checksums. Further words are targets:
//   npm run package                      all of this system, but for AppImage, which fetches tools from GitHub
//   npm run package -- dir               the packed folder alone
//   npm run package -- AppImage          what electron-builder makes: on Windows nsis, on macOS dmg
//   npm run package -- --trial           on the fallback runtime: marked as not for release; --trial=0.1.1 as that version
//   npm run package -- dir --trial --inspectable   the fuse for debugging stays open, so that a test can drive it
import { cp, readdir, rm } from "node:fs/promises";
import path from "node:path";
import process from "node:process";
import { build as packageApp, Platform } from "electron-builder";
import { config, fuses } from "../electron-builder.config.mjs";
import { billFile, writeBill } from "./packages/bill.mjs";
import { addCommands, linuxPackages } from "./packages/linux.mjs";
import { dist, sourceEpoch, writeSums } from "./packages/sums.mjs";
import { runtime } from "./runtime.mjs";
import { build, isBuilt, warnAboutOldNode } from "./setup/build.mjs";
import { readJson } from "./setup/files.mjs";
import { root } from "./setup/paths.mjs";
import { must } from "./setup/run.mjs";
import { ensurePackage } from "./setup/system.mjs";

/** What each system gets; `dir` is for this system. The first ones are made without being asked for. */
const SYSTEMS = {
  linux: ["deb", "rpm", "tar.gz", "AppImage"],
  win32: ["nsis"],
  darwin: ["dmg"],
};
/** Made here; the others by electron-builder. */
const OWN = new Set(["deb", "rpm", "tar.gz"]);

/** Ends the version of what is built on the fallback; the app says it in its title, by that. */
const TRIAL = "not.for.release";

/** @param {string} text */
const say = (text) => process.stdout.write(`[package] ${text}\n`);

/**
 * @typedef {object} Asked
 * @property {string[]} targets
 * @property {boolean} inspectable
 * @property {string | null} trial the version, empty for the present one
 */

/** @param {string[]} words @returns {Asked} */
function readWords(words) {
  const here = /** @type {Record<string, string[]>} */ (SYSTEMS)[process.platform] ?? [];
  const targets = words.filter((word) => !word.startsWith("--"));
  const trial = words.find((word) => /^--trial(=|$)/.test(word));
  return {
    targets: targets.length > 0 ? targets : here.filter((target) => target !== "AppImage"),
    inspectable: words.includes("--inspectable"),
    trial: trial === undefined ? null : (trial.split("=")[1] ?? ""),
  };
}

/**
 * Why this cannot be built here; null when it can.
 * @param {Asked} asked
 * @param {string} kind of the runtime in use
 */
function refusal({ targets, inspectable, trial }, kind) {
  const here = /** @type {Record<string, string[]>} */ (SYSTEMS)[process.platform] ?? [];
  const unknown = targets.filter((target) => target !== "dir" && !here.includes(target));
  if (unknown.length > 0) {
    return `${unknown.join(", ")} cannot be built on this system; here: dir, ${here.join(", ")}.`;
  }
  if (inspectable && targets.some((target) => target !== "dir")) {
    return "What is installed is never inspectable: only `dir` is made so.";
  }
  if (kind !== "electron" && trial === null) {
    return (
      "The fallback runtime is in use, and nothing that is released may be built on it. " +
      "`npm run package -- --trial` builds what is marked as not for release. " +
      "Where GitHub can be reached, `npm run package` uses the real Electron."
    );
  }
  return null;
}

/**
 * @param {import("./setup/electron.mjs").Runtime} used
 * @param {boolean} inspectable
 * @param {string} version
 */
function withRuntime(used, inspectable, version) {
  const common = {
    ...config,
    electronDist: path.dirname(used.executable),
    extraMetadata: { version },
    /** @param {{ appOutDir: string }} context */
    afterExtract: async ({ appOutDir }) => {
      // Neither Electron's placeholder app nor the fallback's loader belongs beside ours.
      for (const other of ["default_app.asar", "app"]) {
        await rm(path.join(appOutDir, "resources", other), { recursive: true, force: true });
      }
    },
    /** @param {{ appOutDir: string }} context */
    afterPack: async ({ appOutDir }) => {
      if (process.platform === "linux") await addCommands(appOutDir, version);
    },
  };
  if (used.kind === "electron") {
    // On macOS the executable lies deep inside the bundle.
    const electronDist = path.join(root, "node_modules/electron/dist");
    const electronFuses = { ...fuses, enableNodeCliInspectArguments: inspectable };
    return { ...common, electronDist, electronVersion: used.version, electronFuses };
  }
  return { ...common, electronVersion: used.version };
}

/**
 * What Electron is made of, as it says itself.
 * @param {string} executable
 * @returns {Promise<Record<string, string>>}
 */
async function partsOf(executable) {
  const print = "process.stdout.write(JSON.stringify(process.versions))";
  const env = { ELECTRON_RUN_AS_NODE: "1" };
  return JSON.parse(await must("Electron", executable, ["--eval", print], { env }));
}

/** @param {Asked} asked */
async function make({ targets, inspectable, trial }) {
  const used = await runtime();
  const manifest = /** @type {{ version: string, description: string, author: string }} */ (
    await readJson(path.join(root, "package.json"))
  );
  const version = trial === null ? manifest.version : `${trial || manifest.version}-${TRIAL}`;
  const own = targets.filter((target) => OWN.has(target));
  if (own.includes("rpm") && !(await ensurePackage("rpm")))
    throw new Error("There is no rpmbuild here.");
  // What an earlier run left would get into the checksums; the package for npm belongs to them.
  for (const name of await readdir(dist).catch(() => [])) {
    if (name !== "npm" && !name.endsWith(".tgz")) {
      await rm(path.join(dist, name), { recursive: true, force: true });
    }
  }
  const epoch = await sourceEpoch();
  const parts = await partsOf(used.executable);
  await writeBill({ version, epoch, electron: parts["electron"] ?? used.version, parts });
  const others = targets.filter((target) => !OWN.has(target));
  await packageApp({
    projectDir: root,
    targets: Platform.current().createTarget(others.length > 0 ? others : ["dir"]),
    publish: "never",
    config: withRuntime(used, inspectable, version),
  });
  if (own.length > 0) {
    const folder = process.arch === "x64" ? "linux-unpacked" : `linux-${process.arch}-unpacked`;
    await linuxPackages(own, path.join(dist, folder), dist, {
      version,
      name: trial === null ? "Countersign" : "Countersign (not for release)",
      description: manifest.description,
      maintainer: manifest.author,
      epoch,
    });
  }
  await cp(
    billFile,
    path.join(dist, `countersign-${version}-${process.platform}-${process.arch}.cdx.json`),
  );
  await writeSums();
  if (trial !== null)
    say(`Built on Electron ${used.version}: for trying and testing, never for release.`);
  say(
    `Made ${(await readdir(dist)).filter((name) => !name.startsWith("builder-")).join(", ")} in dist/.`,
  );
}

async function main() {
  warnAboutOldNode();
  const asked = readWords(process.argv.slice(2));
  const no = refusal(asked, (await runtime()).kind);
  if (no !== null) {
    say(no);
    process.exitCode = 1;
  } else if (!(await isBuilt()) && !(await build({ show: true })).ok) {
    say("The build failed.");
    process.exitCode = 1;
  } else await make(asked);
}

await main();
