// `npm run package`: an unpacked app in dist/ (`dir`); or the given targets, on the real Electron only:
//   npm run package -- AppImage deb      npm run package -- nsis      npm run package -- dmg
//   npm run package -- --inspectable     a `dir` whose fuse for debugging stays open, so that a test can drive it
import { rm } from "node:fs/promises";
import path from "node:path";
import process from "node:process";
import { build as packageApp, Platform } from "electron-builder";
import { config, fuses } from "../electron-builder.config.mjs";
import { runtime } from "./runtime.mjs";
import { build, isBuilt, warnAboutOldNode } from "./setup/build.mjs";
import { root } from "./setup/paths.mjs";

/** Where each installer runs; `dir` is for this system. */
const SYSTEMS = {
  linux: ["AppImage", "deb", "tar.gz"],
  win32: ["nsis"],
  darwin: ["dmg"],
};

/** @param {string} text */
const say = (text) => process.stdout.write(`[package] ${text}\n`);

/**
 * Why these targets cannot be built here; null when they can.
 * @param {string[]} targets
 * @param {string} kind of the runtime in use
 * @param {boolean} inspectable
 */
function refusal(targets, kind, inspectable) {
  const here = /** @type {Record<string, string[]>} */ (SYSTEMS)[process.platform] ?? [];
  const unknown = targets.filter((target) => target !== "dir" && !here.includes(target));
  if (unknown.length > 0) {
    return `${unknown.join(", ")} cannot be built on this system; here: dir, ${here.join(", ")}.`;
  }
  if (inspectable && targets.some((target) => target !== "dir")) {
    return "What is released is never inspectable: only `dir` is made so.";
  }
  if (kind !== "electron" && targets.some((target) => target !== "dir")) {
    return (
      "The fallback runtime is in use, and nothing that is released may be built on it: only `dir` is made here. " +
      "Where GitHub can be reached, `npm run package` uses the real Electron."
    );
  }
  return null;
}

/**
 * @param {import("./setup/electron.mjs").Runtime} used
 * @param {boolean} inspectable
 */
function withRuntime(used, inspectable) {
  const common = {
    ...config,
    electronDist: path.dirname(used.executable),
    /** @param {{ appOutDir: string }} context */
    afterExtract: async ({ appOutDir }) => {
      // Neither Electron's placeholder app nor the fallback's loader belongs beside ours.
      for (const other of ["default_app.asar", "app"]) {
        await rm(path.join(appOutDir, "resources", other), { recursive: true, force: true });
      }
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

async function main() {
  warnAboutOldNode();
  const inspectable = process.argv.includes("--inspectable");
  const named = process.argv.slice(2).filter((argument) => argument !== "--inspectable");
  const targets = named.length > 0 ? named : ["dir"];
  const used = await runtime();
  const no = refusal(targets, used.kind, inspectable);
  if (no !== null) {
    say(no);
    process.exitCode = 1;
    return;
  }
  if (!(await isBuilt()) && !(await build({ show: true })).ok) {
    say("The build failed.");
    process.exitCode = 1;
    return;
  }
  const platform = Platform.current();
  const made = await packageApp({
    projectDir: root,
    targets: platform.createTarget(targets),
    publish: "never",
    config: withRuntime(used, inspectable),
  });
  if (used.kind !== "electron")
    say(`Built on Electron ${used.version}: for trying and testing, never for release.`);
  say(made.length > 0 ? `Made ${made.join(", ")}.` : `Made ${path.join(root, "dist")}.`);
}

await main();
