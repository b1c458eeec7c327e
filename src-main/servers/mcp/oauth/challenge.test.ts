// `WWW-Authenticate` as servers write it, and what is parsed from it.
import fc from "fast-check";
import { expect, it } from "vitest";
import { challengeIn } from "./challenge.ts";

const asked = (status: number, header?: string) =>
  challengeIn(
    new Response(null, { status, headers: header ? { "www-authenticate": header } : {} }),
  );

it("reads every parameter, quoted or not, in any order", () => {
  const header =
    'Bearer error="insufficient_scope", scope="files:read  files:write files:read", resource_metadata=https://a.example/.well-known/x, error_description="Say \\"please\\", scope=none"';
  expect(asked(403, header)).toEqual({
    status: 403,
    resourceMetadata: "https://a.example/.well-known/x",
    scopes: ["files:read", "files:write"],
    error: "insufficient_scope",
    description: 'Say "please", scope=none',
  });
});

it("finds Bearer among other schemes, and ignores their parameters", () => {
  const header = 'Basic realm="scope=a", Digest scope="b", bearer scope="c", DPoP scope="d"';
  expect(asked(401, header)?.scopes).toEqual(["c"]);
});

it("takes the first value, not a second one that was smuggled in", () => {
  expect(asked(401, 'Bearer scope="a", scope="b"')?.scopes).toEqual(["a"]);
});

it("ignores anything but a challenge", () => {
  expect(asked(200, "Bearer")).toBeNull();
  expect(asked(401, 'Basic realm="x"')).toBeNull();
  expect(asked(403, 'Bearer error="invalid_token"')).toBeNull();
  expect(asked(403)).toBeNull();
});

it("treats a 401 without parameters as a challenge", () => {
  const nothing = { resourceMetadata: null, scopes: null, error: null, description: null };
  expect(asked(401)).toEqual({ status: 401, ...nothing });
  expect(asked(401, "Bearer")).toEqual({ status: 401, ...nothing });
});

it("never throws, whatever the header", () => {
  const header = fc.string({ unit: fc.constantFrom(...'Bearer =,"\\ scope-~abc') });
  fc.assert(
    fc.property(header, (text) => {
      const value = text.trim();
      asked(401, value);
    }),
    { numRuns: 2000 },
  );
});
