import { afterEach, expect, it, vi } from "vitest";
import { devPolicy, devServer } from "./devServer.ts";
import { CONTENT_SECURITY_POLICY } from "./files.ts";

const ADDRESS = "http://127.0.0.1:5173";
afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

it("is used only by a development build, never by a packaged one", () => {
  vi.stubEnv("COUNTERSIGN_DEV_SERVER", ADDRESS);
  expect(devServer(false)).toBeNull();
  vi.stubGlobal("IS_DEVELOPMENT", false);
  expect(devServer(false)).toBeNull();
  vi.stubGlobal("IS_DEVELOPMENT", true);
  expect(devServer(true)).toBeNull();
  expect(devServer(false)?.href).toBe(`${ADDRESS}/`);
});

it("allows only the inline script and the one socket of hot reload beyond the policy", () => {
  const added = devPolicy(new URL(ADDRESS))
    .split("; ")
    .filter((part) => !CONTENT_SECURITY_POLICY.split("; ").includes(part));
  expect(added).toEqual([
    "script-src 'self' 'unsafe-inline'",
    "connect-src 'self' ws://127.0.0.1:5173",
  ]);
});
