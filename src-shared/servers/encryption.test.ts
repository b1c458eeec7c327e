import { expect, it } from "vitest";
import { isEncrypted } from "./encryption.ts";

it.each([
  ["http://example.com/mcp", false],
  ["http://127.0.0.1.example.com/", false],
  ["http://localhost.example.com/", false],
  ["https://example.com/mcp", true],
  ["https://127.0.0.1/mcp", true],
  ["http://localhost:3000/", null],
  ["http://127.0.0.1:3000/", null],
  ["http://[::1]:3000/", null],
  ["HTTP://LOCALHOST?x", null],
  ["http://user@127.0.0.1/", null],
  ["http://127.0.0.1@example.com/", false],
  ["http:\\\\localhost\\@example.com", false],
  ["no address", null],
])("%s is encrypted in transit: %s", (url, encrypted) => {
  expect(isEncrypted(url)).toBe(encrypted);
});
