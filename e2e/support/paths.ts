// Paths for tests.
import path from "node:path";

/** The folder with package.json. */
export const projectRoot = path.resolve(import.meta.dirname, "../..");

/** The Node that the lock pins: test servers run on it, on every machine. */
export const projectNode = path.join(
  projectRoot,
  "node_modules/node/bin",
  process.platform === "win32" ? "node.exe" : "node",
);

/**
 * The same Node for a server that a test connects, by a program of a few bytes: the app hashes the whole program,
 * once a start, and 120 MB of Node take as long as loading them. A test about that program uses `projectNode`.
 */
export const serverNode =
  process.platform === "win32"
    ? projectNode
    : path.resolve(import.meta.dirname, "../servers/bin/node");

/** A file of an installed package. */
export const installed = (file: string): string => path.join(projectRoot, "node_modules", file);

/** Starts `builtApp` once Playwright has attached. */
export const heldApp = path.join(import.meta.dirname, "held");

/** The folder whose out/ is tested; `COUNTERSIGN_APP` names another one, such as a copy that is not rebuilt. */
export const builtApp = process.env["COUNTERSIGN_APP"] ?? projectRoot;
