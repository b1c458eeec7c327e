// Opens one window on the built renderer: stands here until app/compose takes over.
import path from "node:path";
import { app, BrowserWindow } from "electron";

void app.whenReady().then(async () => {
  const window = new BrowserWindow({
    webPreferences: { preload: path.join(__dirname, "../preload/preload.js"), sandbox: true },
  });
  await window.loadFile(path.join(__dirname, "../renderer/index.html"));
});
