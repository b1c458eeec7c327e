// The folders of set-up. The cache is outside node_modules, so `npm ci` leaves it alone.
import path from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";

/** The folder with package.json. */
export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");

/** Downloads and what is unpacked from them; `COUNTERSIGN_CACHE` names another folder. */
export const cacheDir = path.resolve(process.env["COUNTERSIGN_CACHE"] ?? path.join(root, ".cache"));

/** Folder of model weights (.gguf). The app looks there when `COUNTERSIGN_MODELS_DIR` names it. */
export const modelsDir = path.join(cacheDir, "models");

/** The Node that npm scripts run on (package `node`), once dependencies are installed. */
export const toolNode = path.join(
  root,
  "node_modules/node/bin",
  process.platform === "win32" ? "node.exe" : "node",
);
