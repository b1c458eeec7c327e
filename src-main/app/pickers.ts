// The system's own dialogs that pick one file or folder for a field of the window.
import path from "node:path";
import { pathToFileURL } from "node:url";
import { dialog } from "electron";
import type { OpenDialogOptions } from "electron";
import type { SharedRoot } from "../../src-shared/servers/policy.ts";
import type { Desktop } from "./desktop.ts";

export const pickModelFile = (desktop: Desktop): Promise<string | null> =>
  pick(desktop, {
    properties: ["openFile"],
    filters: [{ name: "GGUF", extensions: ["gguf"] }],
  });

export const pickCertificate = (desktop: Desktop): Promise<string | null> =>
  pick(desktop, {
    properties: ["openFile"],
    filters: [{ name: "PEM", extensions: ["pem", "crt", "cer", "ca-bundle"] }],
  });

/** A folder as a server may know it: its address and its own name. */
export async function pickFolder(desktop: Desktop): Promise<SharedRoot | null> {
  const folder = await pick(desktop, { properties: ["openDirectory"] });
  if (folder === null) return null;
  return { uri: pathToFileURL(folder).href, name: path.basename(folder).slice(0, 200) };
}

async function pick({ window }: Desktop, options: OpenDialogOptions): Promise<string | null> {
  const picked = await (window === null
    ? dialog.showOpenDialog(options)
    : dialog.showOpenDialog(window, options));
  return picked.filePaths[0] ?? null;
}
