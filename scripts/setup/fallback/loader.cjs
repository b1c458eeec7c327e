// Runs inside the fallback Electron only, as its resources/app: the default app that the packager removed. It loads the
// app that the command line names, before Electron is ready (an `import()` would be too late for that).
// None of this belongs to the product, which targets the current Electron.
// @ts-nocheck: it calls what only Electron's own default app calls (setVersion, setAppPath, Module._load).
"use strict";
const fs = require("node:fs");
const Module = require("node:module");
const path = require("node:path");
const { app } = require("electron");

/** The first argument that is a folder with a package.json. */
const dir = process.argv
  .slice(1)
  .filter((argument) => !argument.startsWith("-"))
  .map((argument) => path.resolve(argument))
  .find((folder) => fs.existsSync(path.join(folder, "package.json")));
if (dir === undefined) {
  process.stderr.write("The fallback Electron needs the folder of an app as its argument.\n");
  process.exit(1);
}
const manifest = JSON.parse(fs.readFileSync(path.join(dir, "package.json"), "utf8"));
app.setName(manifest.productName ?? manifest.name);
app.setVersion(manifest.version);
app.setAppPath(dir);
Module._load(path.join(dir, manifest.main), Module, true);
