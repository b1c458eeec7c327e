// A private key is found with all of its lines, even without its end.
import { expect, it } from "vitest";
import type { Hit } from "../text/detector.ts";
import { findPasswords } from "./passwords.ts";
import { textContextOf } from "../text/textContext.ts";

const LINE = "MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7VJTUt9Us8cKj";
const BEGIN = "-----BEGIN RSA PRIVATE KEY-----";

function found(text: string): string[] {
  const hits: Hit[] = [];
  findPasswords(
    text,
    (hit) => hits.push(hit),
    textContextOf(text, { voice: "user", gate: "request" }),
  );
  return hits
    .filter(({ kind }) => kind === "private-key")
    .map((hit) => text.slice(hit.start, hit.end));
}

it.each([
  ["without an end", `${BEGIN}\n${LINE}\n${LINE}`, ""],
  ["with a header", `${BEGIN}\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-256-CBC,0A\n\n${LINE}`, ""],
  ["as JSON writes it", `${BEGIN}\\n${LINE}\\n${LINE}`, '"}'],
  [
    "of great length",
    `${BEGIN}\n${`${LINE}\n`.repeat(400)}`.trimEnd(),
    "\n-----END RSA PRIVATE KEY-----",
  ],
  ["with its end", `${BEGIN}\n${LINE}, cut\n`, "-----END RSA PRIVATE KEY-----"],
])("finds the whole of a key %s", (_, key, after) => {
  expect(found(`see ${key}${after}`)).toEqual([key]);
});
