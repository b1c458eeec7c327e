// Runs inside the fallback Electron 25 only, as its resources/app: the default app that the packager removed.
// It loads the app that the command line names, or the packed app beside it, and sees to it that every process of
// the app is mended first (mend.cjs).
// Nothing of this belongs to the product, whose own target is the current Electron.
// @ts-nocheck: it calls what only Electron's own default app calls (setVersion, setAppPath, Module._load).
"use strict";
const fs = require("node:fs");
const Module = require("node:module");
const path = require("node:path");
const { app } = require("electron");

require("./mend.cjs");

// A utility process and a worker have globals of their own, which want the same mending.
const { utilityProcess } = require("electron");
const fork = utilityProcess.fork;
utilityProcess.fork = (file, args = [], options = {}) => {
  const env = { ...(options.env ?? process.env), FALLBACK_ENTRY: file };
  return fork(path.join(__dirname, "entry.cjs"), args, { ...options, env });
};

const workers = require("node:worker_threads");
workers.Worker = class extends workers.Worker {
  constructor(file, options = {}) {
    const execArgv = ["--require", path.join(__dirname, "mend.cjs"), ...(options.execArgv ?? [])];
    super(file, { ...options, execArgv });
  }
};

/** The packed app beside this loader, or the first argument that is a folder with a package.json. */
function findApp() {
  // Renamed by scripts/package.mjs: Electron would load an app.asar itself, without what is mended here.
  const packed = path.join(process.resourcesPath, "countersign.asar");
  if (app.isPackaged && fs.existsSync(packed)) return packed;
  const named = process.argv
    .slice(1)
    .filter((argument) => !argument.startsWith("-"))
    .map((argument) => path.resolve(argument))
    .find((dir) => fs.existsSync(path.join(dir, "package.json")));
  if (named === undefined) {
    process.stderr.write("The fallback Electron needs the folder of an app as its argument.\n");
    process.exit(1);
  }
  return named;
}

const dir = findApp();
const manifest = JSON.parse(fs.readFileSync(path.join(dir, "package.json"), "utf8"));
app.setName(manifest.productName ?? manifest.name);
app.setVersion(manifest.version);
app.setAppPath(dir);
Module._load(path.join(dir, manifest.main), Module, true);
