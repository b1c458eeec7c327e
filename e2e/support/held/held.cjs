// Starts the app that COUNTERSIGN_HELD names, but lets it be ready only once Playwright has attached and calls
// `__playwright_run`: what its own loader does where it starts Electron by itself. Without that it attaches
// while the first window is opened, and waits until it has seen that window navigate.
// @ts-nocheck: it calls what only Electron's own default app calls (setVersion, setAppPath, Module._load).
"use strict";
const fs = require("node:fs");
const Module = require("node:module");
const path = require("node:path");
const { app } = require("electron");

const dir = process.env.COUNTERSIGN_HELD;
delete process.env.COUNTERSIGN_HELD;
const manifest = JSON.parse(fs.readFileSync(path.join(dir, "package.json"), "utf8"));
app.setName(manifest.productName ?? manifest.name);
app.setVersion(manifest.version);
app.setAppPath(dir);

const ready = app.whenReady();
let run;
const held = new Promise((resolve) => {
  run = resolve;
});
app.whenReady = () => held;
globalThis.__playwright_run = () => void ready.then(run);

Module._load(path.join(dir, manifest.main), Module, true);
