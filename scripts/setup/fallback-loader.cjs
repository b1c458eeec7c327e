// Runs inside the fallback Electron 25 only, as its resources/app: the default app that the packager removed.
// It loads the app that the command line names, or the packed app beside it, and mends what Node 18 lacks.
// Nothing of this belongs to the product, whose own target is the current Electron.
// @ts-nocheck: it calls what only Electron's own default app calls (setVersion, setAppPath, Module._load).
"use strict";
const fs = require("node:fs");
const Module = require("node:module");
const path = require("node:path");
const { webcrypto } = require("node:crypto");
const { app } = require("electron");

if (globalThis.crypto === undefined) {
  Object.defineProperty(globalThis, "crypto", { value: webcrypto, configurable: true });
}

if (AbortSignal.any === undefined) {
  AbortSignal.any = (signals) => {
    const controller = new AbortController();
    const list = [...signals];
    const stop = () => list.forEach((signal) => signal.removeEventListener("abort", onAbort));
    function onAbort() {
      stop();
      controller.abort(this.reason);
    }
    const aborted = list.find((signal) => signal.aborted);
    if (aborted) controller.abort(aborted.reason);
    else list.forEach((signal) => signal.addEventListener("abort", onAbort, { once: true }));
    return controller.signal;
  };
}

/** The packed app beside this loader, or the first argument that is a folder with a package.json. */
function findApp() {
  const packed = path.join(process.resourcesPath, "app.asar");
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
