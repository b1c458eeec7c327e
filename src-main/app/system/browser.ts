// The one way out of the app into the system's browser: the page of an issuer that a person has agreed to.
import { shell } from "electron";
import { isConfidentialUrl } from "../../mcp/oauth/addresses.ts";
import { xdgOpen } from "./xdgOpen.ts";

/** Only `https:`, and `http:` on this machine; anything else could start any program. Rejects when nothing opens it. */
export async function openBrowser(address: string): Promise<void> {
  const url = new URL(address);
  if (!isConfidentialUrl(url)) throw new Error("not an address for the browser");
  if (process.platform === "linux") await xdgOpen(url.href);
  else await shell.openExternal(url.href);
}
