// Where a path stands in a folder, compared as texts: a document can come from another system than this one.

const WINDOWS = /^(?:[a-z]:[\\/]|\\\\)/iu;
/** From the root of a drive, or from the folder of another one. */
const HALF_WINDOWS = /^(?:[\\/]|[a-z]:)/iu;

/**
 * `path` from `folder` (absolute and real), with `/`; empty for the folder itself. A relative path counts from the folder.
 * Null if it is outside, or not plain.
 */
export function pathWithin(folder: string, path: string): string | null {
  const isWindows = WINDOWS.test(folder);
  if (!isWindows && !folder.startsWith("/")) return null;
  const isAbsolute = isWindows ? WINDOWS.test(path) : path.startsWith("/");
  if (isWindows && !isAbsolute && HALF_WINDOWS.test(path)) return null;
  const plain = (text: string): string =>
    (isWindows ? text.replaceAll("\\", "/") : text).replace(/\/+$/u, "");
  const base = plain(folder);
  const whole = isAbsolute ? plain(path) : `${base}/${plain(path)}`;
  if (whole === base) return "";
  if (!whole.startsWith(`${base}/`)) return null;
  const rest = whole.slice(base.length + 1);
  return rest.split("/").some((step) => ["", ".", ".."].includes(step)) ? null : rest;
}
