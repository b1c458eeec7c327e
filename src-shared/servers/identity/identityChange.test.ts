import { expect, it } from "vitest";
import type { Certificate, ServerIdentity } from "./identity.ts";
import { identityChanges, renewed } from "./identityChange.ts";

const program = (over: object = {}): ServerIdentity => ({
  kind: "program",
  command: "node",
  args: ["a.js"],
  path: "/bin/node",
  sha256: "aa",
  files: [{ path: "/w/a.js", sha256: "s1" }],
  ...over,
});
const certificate = (over: Partial<Certificate> = {}): Certificate => ({
  sha256: "c1",
  subject: "a.example",
  issuer: "Let's Encrypt",
  validToMs: 1,
  ...over,
});
const address = (seen?: Certificate, over: object = {}): ServerIdentity => ({
  kind: "address",
  origin: "https://a.example",
  pathname: "/mcp",
  ...(seen === undefined ? {} : { certificate: seen }),
  ...over,
});

it.each([
  ["nothing", program(), []],
  ["another command", program({ args: ["b.js"] }), ["command"]],
  ["different bytes", program({ sha256: "bb" }), ["program"]],
  ["another file with different bytes", program({ path: "/opt/node", sha256: "bb" }), ["path"]],
  ["the same bytes elsewhere", program({ path: "/opt/node" }), []],
  ["a file that is no longer readable", program({ sha256: null }), ["program"]],
  ["another script", program({ files: [{ path: "/w/a.js", sha256: "s2" }] }), ["script"]],
  ["a missing script", program({ files: [] }), ["script"]],
  ["the same script elsewhere", program({ files: [{ path: "/x/a.js", sha256: "s1" }] }), ["moved"]],
  [
    "the same script elsewhere, as the command now says",
    program({ args: ["/x/a.js"], files: [{ path: "/x/a.js", sha256: "s1" }] }),
    ["command", "moved"],
  ],
  [
    "another script elsewhere",
    program({ files: [{ path: "/x/a.js", sha256: "s2" }] }),
    ["script", "script"],
  ],
  [
    "a copy of its script beside it",
    program({ files: ["/w/a.js", "/x/a.js"].map((path) => ({ path, sha256: "s1" })) }),
    ["script"],
  ],
  [
    "two copies of its script elsewhere",
    program({ files: ["/x/a.js", "/x/b.js"].map((path) => ({ path, sha256: "s1" })) }),
    ["moved", "script"],
  ],
  ["an address instead", address(), ["kind"]],
])("of a program: %s", (_, now, kinds) => {
  expect(identityChanges(program(), now).map(({ kind }) => kind)).toEqual(kinds);
});

it.each([
  ["unchanged", certificate(), []],
  ["a renewal", certificate({ sha256: "c2", validToMs: 2 }), []],
  ["another issuer", certificate({ sha256: "c2", issuer: "Other" }), ["certificate"]],
  ["other names", certificate({ sha256: "c2", subject: "*.example" }), ["certificate"]],
])("of a certificate: %s", (_, now, kinds) => {
  expect(identityChanges(address(certificate()), address(now)).map((c) => c.kind)).toEqual(kinds);
});

it("recognizes a renewed certificate, and nothing else", () => {
  const before = address(certificate());
  const next = certificate({ sha256: "c2" });
  expect(renewed(before, address(next))).toEqual(certificate());
  expect(renewed(before, before)).toBeNull();
  expect(renewed(before, address(certificate({ sha256: "c2", issuer: "Other" })))).toBeNull();
  expect(renewed(before, address(next, { pathname: "/other" }))).toBeNull();
});

it("of an address: origin or path", () => {
  const changes = identityChanges(address(), address(undefined, { pathname: "/else" }));
  expect(changes).toEqual([
    { kind: "address", before: "https://a.example/mcp", after: "https://a.example/else" },
  ]);
});

it("names both paths of a moved script, and never takes an unreadable one as the same", () => {
  const at = (path: string, sha256: string | null) => program({ files: [{ path, sha256 }] });
  expect(identityChanges(at("/w/a.js", "s1"), at("/x/a.js", "s1"))).toEqual([
    { kind: "moved", before: "/w/a.js", after: "/x/a.js", sha256: "s1" },
  ]);
  expect(identityChanges(at("/w/a.js", null), at("/x/a.js", null))).toEqual([
    { kind: "script", path: "/w/a.js", before: null, after: null },
    { kind: "script", path: "/x/a.js", before: null, after: null },
  ]);
});
