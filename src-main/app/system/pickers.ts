// Dialogs that pick a single file or folder for a field in the window.
import path from "node:path";
import { pathToFileURL } from "node:url";
import type { SharedRoot } from "#shared/servers/policy/policy.ts";
import type { Desktop } from "../window/desktop.ts";
import { pickFile, pickFolder } from "./dialogs.ts";

export const pickModelFile = ({ window }: Desktop): Promise<string | null> =>
  pickFile(window, [{ name: "GGUF", extensions: ["gguf"] }]);

export const pickCertificate = ({ window }: Desktop): Promise<string | null> =>
  pickFile(window, [{ name: "PEM", extensions: ["pem", "crt", "cer", "ca-bundle"] }]);

/** A host's config file, at any location. */
export const pickHostFile = ({ window }: Desktop): Promise<string | null> =>
  pickFile(window, [{ name: "JSON, TOML", extensions: ["json", "jsonc", "toml"] }]);

/** A folder as a root for servers: its URI and name. */
export async function pickRoot({ window }: Desktop): Promise<SharedRoot | null> {
  const folder = await pickFolder(window);
  if (folder === null) return null;
  return { uri: pathToFileURL(folder).href, name: path.basename(folder).slice(0, 200) };
}
