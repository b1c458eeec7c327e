// Starts the app that COUNTERSIGN_HELD names, but lets it be ready only once Playwright has attached and calls
// `__playwright_run`: what its own loader does where it starts Electron by itself. Without that it attaches
// while the first window is opened, and waits until it has seen that window navigate.
// @ts-nocheck: it calls what only Electron's own default app calls (setVersion, setAppPath, Module._load).
"use strict";
const fs = require("node:fs");
const Module = require("node:module");
const path = require("node:path");
const { app, dialog, ipcMain } = require("electron");

// A worker that converts the ledger is paused at its first message, as long as that file exists.
const hold = process.env.COUNTERSIGN_HELD_FILES;
delete process.env.COUNTERSIGN_HELD_FILES;
if (hold !== undefined) {
  const threads = require("node:worker_threads");
  const { Worker } = threads;
  const heldThread = path.join(__dirname, "heldThread.cjs");
  threads.Worker = class extends Worker {
    constructor(entry, options) {
      if (options?.name === "convert") {
        super(heldThread, { ...options, argv: [String(entry), hold] });
      } else super(entry, options);
    }
  };
}

// A system without a tray, as Electron reports it: it throws this message.
const noTray = process.env.COUNTERSIGN_HELD_NO_TRAY;
delete process.env.COUNTERSIGN_HELD_NO_TRAY;
if (noTray !== undefined) {
  const load = Module._load;
  function Tray() {
    throw new Error(noTray);
  }
  const without = Object.create(require("electron"), { Tray: { value: Tray } });
  Module._load = (request, ...rest) => (request === "electron" ? without : load(request, ...rest));
}

// Nobody answers a dialog of main's here: a test that expects one answers it itself.
dialog.showMessageBox = (...args) => {
  console.error(`Main asked: ${args.at(-1).message}`);
  return Promise.resolve({ response: 0, checkboxChecked: false });
};

// A call of the window returns once the promise under its name there is settled.
const handle = ipcMain.handle.bind(ipcMain);
ipcMain.handle = (channel, listener) =>
  handle(channel, async (event, name, args) => {
    await globalThis.heldCalls?.[name];
    return listener(event, name, args);
  });

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
