// For `npm run dev`: serves the window's files from Vite on this machine, through the same address and checks as
// built files.
import { CONTENT_SECURITY_POLICY } from "./files.ts";

/** Set by electron.config.ts: true only in the build of `npm run dev`. */
declare const IS_DEVELOPMENT: boolean | undefined;

/** Address of the Vite server of `scripts/dev.mjs`; null in all other builds. */
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
 * The policy of built files plus what hot reload needs: Vite's socket, the inline script of React Refresh, and HTML
 * set from text by Vite's client.
 */
export const devPolicy = (server: URL): string =>
  CONTENT_SECURITY_POLICY.split("; ")
    .filter((part) => !part.includes("trusted-types"))
    .join("; ")
    .replace("script-src 'self'", "script-src 'self' 'unsafe-inline'")
    .replace("connect-src 'self'", `connect-src 'self' ws://${server.host}`);
