// Opens pages in the system's browser, after the user agreed.
import { shell } from "electron";
import { isConfidentialUrl } from "../../servers/mcp/oauth/addresses.ts";
import { xdgOpen } from "./xdgOpen.ts";

/** Only `https:`, and `http:` on this machine; other schemes could start any program. Rejects when nothing opens it. */
export async function openBrowser(address: string): Promise<void> {
  const url = new URL(address);
  if (!isConfidentialUrl(url)) throw new Error("not an address for the browser");
  await open(url);
}

/** A page named by a server and accepted by the user: `http:` or `https:`. Rejects when nothing opens it. */
export async function openPage(address: string): Promise<void> {
  const url = new URL(address);
  if (!["http:", "https:"].includes(url.protocol))
    throw new Error("not an address for the browser");
  await open(url);
}

async function open(url: URL): Promise<void> {
  if (process.platform === "linux") await xdgOpen(url.href);
  else await shell.openExternal(url.href);
}
