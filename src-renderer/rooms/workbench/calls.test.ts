// Log levels, and bytes that only claim to be an image.
import { describe, expect, it } from "vitest";
import type { ServerLine } from "#shared/servers/server.ts";
import { decode } from "./media.ts";
import { atLeast } from "./calls.ts";

const line = (level?: string): ServerLine => ({
  atMs: 0,
  from: level === undefined ? "stderr" : "log",
  text: level ?? "none",
  ...(level === undefined ? {} : { level }),
});

it("keeps lines of sufficient severity, and those of an unknown level", () => {
  const lines = [line("debug"), line("warning"), line("error"), line("odd"), line()];
  expect(atLeast(lines, "warning").map(({ text }) => text)).toEqual([
    "warning",
    "error",
    "odd",
    "none",
  ]);
  expect(atLeast(lines, "debug")).toHaveLength(5);
});

describe("decode", () => {
  it("trusts the bytes, not the claimed type", () => {
    expect(decode("iVBORw0KGgo=")?.type).toBe("image/png");
    expect(decode(btoa("<svg onload=alert(1)>"))?.type).toBeNull();
    expect(decode(btoa("RIFF....WAVE"))?.type).toBe("audio/wav");
    expect(decode(btoa("RIFF....WEBP"))?.type).toBe("image/webp");
  });
  it("rejects invalid base64", () => {
    expect(decode("not base64!")).toBeNull();
    expect(decode("")).toEqual({ bytes: new Uint8Array(), type: null });
  });
});
