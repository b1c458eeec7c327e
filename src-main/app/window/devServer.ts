// `npm run dev`: the window's files come from Vite on this machine, through the same address and checks as built ones.
import { CONTENT_SECURITY_POLICY } from "./files.ts";

/** Set by electron.config.ts: true in `npm run dev` alone, where nothing else is built with it. */
declare const IS_DEVELOPMENT: boolean | undefined;

/** Where `scripts/dev.mjs` serves the window's sources; null in every build that is not its own. */
export const devServer = (isPackaged: boolean): URL | null => {
  const address = process.env["COUNTERSIGN_DEV_SERVER"];
  if (
    typeof IS_DEVELOPMENT === "undefined" ||
    !IS_DEVELOPMENT ||
    isPackaged ||
    address === undefined
  )
    return null;
  return new URL(address);
};

/**
 * The policy of built files, and what hot reload needs: Vite's socket, the inline script of React Refresh, and markup made
 * of text by Vite's client.
 */
export const devPolicy = (server: URL): string =>
  CONTENT_SECURITY_POLICY.split("; ")
    .filter((part) => !part.includes("trusted-types"))
    .join("; ")
    .replace("script-src 'self'", "script-src 'self' 'unsafe-inline'")
    .replace("connect-src 'self'", `connect-src 'self' ws://${server.host}`);
