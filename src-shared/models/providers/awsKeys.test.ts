// Joined keys are split as they were, and a single key stays what it is.
import fc from "fast-check";
import { expect, it } from "vitest";
import { awsKeysOf, isTemporaryKeyId, joinedAwsKeys } from "./awsKeys.ts";

const part = fc.stringMatching(/^[A-Za-z0-9/+=]{1,60}$/);

it("splits what it joined, in printable characters", () => {
  fc.assert(
    fc.property(fc.option(part), part, fc.option(part), (keyId, secret, sessionToken) => {
      const keys = {
        ...(keyId === null ? {} : { keyId }),
        secret,
        ...(sessionToken === null ? {} : { sessionToken }),
      };
      const joined = joinedAwsKeys(keys);
      expect(joined).toMatch(/^[\x21-\x7e]+$/);
      expect(awsKeysOf(joined)).toEqual(keys);
    }),
  );
});

it("leaves a single key unchanged, whatever it looks like", () => {
  expect(joinedAwsKeys({ secret: "wJalrXUtnFEMI/K7MDENG" })).toBe("wJalrXUtnFEMI/K7MDENG");
  for (const key of ["ABSKQmVkcm9jaw==", "{", '{"a":1}', ""]) {
    expect(awsKeysOf(key)).toEqual({ secret: key });
  }
});

it("recognizes temporary ids", () => {
  expect(isTemporaryKeyId("ASIAIOSFODNN7EXAMPLE")).toBe(true);
  expect(isTemporaryKeyId("AKIAIOSFODNN7EXAMPLE")).toBe(false);
});
