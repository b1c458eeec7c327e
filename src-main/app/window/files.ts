// Maps `app://countersign` addresses to built files and content types; the content security policy.
import path from "node:path";

/** Trusted-types policies of the parts of Monaco that are built in; each may be created once. */
const MONACO_POLICIES = [
  "editorViewLayer",
  "domLineBreaksComputer",
  "diffEditorWidget",
  "diffReview",
  "richScreenReaderContent",
  "standaloneColorizer",
  "tokenizeToString",
  "defaultWorkerFactory",
  "dompurify",
];

/**
 * The window's content security policy. Inline styles are allowed because Monaco and Radix set them from script;
 * inline scripts are not. Images and audio only as `blob:`, made from bytes received over IPC.
 */
export const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' blob:",
  "media-src blob:",
  "font-src 'self'",
  "worker-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-src 'none'",
  "frame-ancestors 'none'",
  "object-src 'none'",
  // Only these policies may turn text into HTML or script URLs: ours (src-renderer/trustedTypes.ts) and Monaco's.
  "require-trusted-types-for 'script'",
  `trusted-types default ${MONACO_POLICIES.join(" ")}`,
].join("; ");

const TYPES: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".woff2": "font/woff2",
  ".woff": "font/woff",
  ".ttf": "font/ttf",
};

/**
 * The file in `root` for an address; null for another host, a path outside the folder, or a type that the build does
 * not produce. Dots, encoded or not, cannot escape the folder.
 */
export function fileOf(root: string, address: string): string | null {
  let url: URL;
  let pathname: string;
  try {
    url = new URL(address);
    pathname = decodeURIComponent(url.pathname);
  } catch {
    return null;
  }
  if (url.protocol !== "app:" || url.host !== "countersign") return null;
  if (pathname.includes("\0") || pathname.includes("\\")) return null;
  const file = path.resolve(root, `.${path.posix.normalize(pathname)}`);
  if (!file.startsWith(root + path.sep)) return null;
  return path.extname(file) in TYPES ? file : null;
}

/** The content type of a file from `fileOf`. */
export const typeOf = (file: string): string =>
  TYPES[path.extname(file)] ?? "application/octet-stream";
