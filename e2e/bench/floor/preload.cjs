// The floor's bridge: three functions.
"use strict";
const { contextBridge, ipcRenderer } = require("electron");

contextBridge.exposeInMainWorld("floor", {
  /** @param {(text: string) => void} listener */
  onRequest: (listener) => ipcRenderer.on("request", (_event, text) => listener(text)),
  /** @param {string} text */
  reply: (text) => ipcRenderer.send("reply", text),
  /** @param {string} text */
  call: (text) => ipcRenderer.invoke("call", text),
});
