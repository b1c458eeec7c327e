// The policy as a literal, and paths that must not resolve.
import path from "node:path";
import { expect, it } from "vitest";
import { CONTENT_SECURITY_POLICY, fileOf, typeOf } from "./files.ts";

const root = path.resolve("/opt/countersign/out/renderer");

it("pins the content security policy", () => {
  expect(CONTENT_SECURITY_POLICY).toBe(
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' blob:; media-src blob:; font-src 'self'; worker-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-src 'none'; frame-ancestors 'none'; object-src 'none'; require-trusted-types-for 'script'; trusted-types default editorViewLayer domLineBreaksComputer diffEditorWidget diffReview richScreenReaderContent standaloneColorizer tokenizeToString defaultWorkerFactory dompurify",
  );
});

it("serves a built file", () => {
  expect(fileOf(root, "app://countersign/assets/index-1a.js?x=1#y")).toBe(
    path.join(root, "assets/index-1a.js"),
  );
  expect(typeOf("a.js")).toBe("text/javascript; charset=utf-8");
});

it.each([
  "app://countersign/../../../etc/passwd.html",
  "app://countersign/%2e%2e/%2e%2e/main/main.js",
  "app://countersign/..%2f..%2fmain%2fmain.js",
  "app://countersign/..%5c..%5cmain.js",
  "app://countersign/assets/%00.js",
  "app://countersign/%E0%A4%A.js",
  "app://countersign/",
  "app://countersign/etc/passwd",
  "app://other/index.html",
  "file:///opt/countersign/out/renderer/index.html",
  "https://countersign/index.html",
  "not an address",
])("never leaves the folder: %s", (address) => {
  expect((fileOf(root, address) ?? root + path.sep).startsWith(root + path.sep)).toBe(true);
});

it("refuses anything but a built file of this window", () => {
  for (const address of [
    "app://other/index.html",
    "file:///a/index.html",
    "https://countersign/index.html",
    "app://countersign/etc/passwd",
    "app://countersign/assets/%00.js",
    "app://countersign/..%5cmain.js",
  ]) {
    expect(fileOf(root, address), address).toBeNull();
  }
});
