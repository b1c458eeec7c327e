// The `app://countersign` protocol: serves only the window's built files, with the content security policy.
import { readFile } from "node:fs/promises";
import { protocol } from "electron";
import { devPolicy } from "./devServer.ts";
import { CONTENT_SECURITY_POLICY, fileOf, typeOf } from "./files.ts";

/** Must run before the app is ready. */
export function declareScheme(): void {
  protocol.registerSchemesAsPrivileged([
    {
      scheme: "app",
      privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true },
    },
  ]);
}

const refusal = (status: number): Response =>
  new Response(null, { status, headers: { "Content-Security-Policy": CONTENT_SECURITY_POLICY } });

async function fromDevServer(server: URL, address: string): Promise<Response> {
  const { host, pathname, search } = new URL(address);
  if (host !== "countersign") return refusal(404);
  const { status, headers, body } = await fetch(new URL(pathname + search, server));
  return new Response(body, {
    status,
    headers: {
      "Content-Type": headers.get("Content-Type") ?? "application/octet-stream",
      "Content-Security-Policy": devPolicy(server),
    },
  });
}

/** Serves `root` (the built renderer), or in development the Vite server. */
export function serveFiles(root: string, server: URL | null): void {
  protocol.handle("app", async (request) => {
    if (request.method !== "GET") return refusal(405);
    if (server !== null) return fromDevServer(server, request.url);
    const file = fileOf(root, request.url);
    if (file === null) return refusal(404);
    try {
      const body = await readFile(file);
      return new Response(new Uint8Array(body), {
        headers: {
          "Content-Type": typeOf(file),
          "Content-Security-Policy": CONTENT_SECURITY_POLICY,
          "X-Content-Type-Options": "nosniff",
          "Cross-Origin-Opener-Policy": "same-origin",
        },
      });
    } catch {
      return refusal(404);
    }
  });
}
