// The floor: the least that Electron can do. `--window FILE --server SCRIPT --node NODE` is a window with one Monaco
// editor that shows what a server asks, connected to the bare SDK client; without `--server` it is an empty window.
"use strict";
const path = require("node:path");
const { app, BrowserWindow, ipcMain } = require("electron");

/** @param {string} name */
const given = (name) => {
  const at = process.argv.indexOf(name);
  return at === -1 ? undefined : process.argv[at + 1];
};

/** Holds each request until the window answers it, with nothing in between. @param {BrowserWindow} window @param {string} server */
async function connect(window, server) {
  const { Client } = require("@modelcontextprotocol/client");
  const { StdioClientTransport } = require("@modelcontextprotocol/client/stdio");
  const client = new Client(
    { name: "floor", version: "0.0.0" },
    { capabilities: { sampling: {} } },
  );
  /** @type {((text: string) => void) | null} */
  let settle = null;
  client.setRequestHandler("sampling/createMessage", (request) => {
    const [message] = request.params.messages;
    const content = message?.content;
    window.webContents.send("request", Reflect.get(Object(content), "text"));
    return new Promise((resolve) => {
      settle = (text) =>
        resolve({ role: "assistant", content: { type: "text", text }, model: "human" });
    });
  });
  ipcMain.on("reply", (_event, text) => settle?.(text));
  await client.connect(
    new StdioClientTransport({ command: String(given("--node")), args: [server] }),
  );
  ipcMain.handle("call", async (_event, text) => {
    const result = await client.callTool({ name: "once", arguments: { text } });
    const [block] = /** @type {{ text: string }[]} */ (result.content);
    return block?.text;
  });
}

void app.whenReady().then(async () => {
  const window = new BrowserWindow({
    width: 1280,
    height: 800,
    show: false,
    webPreferences: { sandbox: true, preload: path.join(__dirname, "preload.cjs") },
  });
  window.once("ready-to-show", () => window.show());
  await window.loadFile(given("--window") ?? path.join(__dirname, "empty.html"));
  const server = given("--server");
  if (server !== undefined) await connect(window, server);
});
app.on("window-all-closed", () => app.quit());
