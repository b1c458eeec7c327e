// Which issuers are taken for the announced one: the same text; by one slash at the end of the path only if accepted.
import fc from "fast-check";
import { expect, it } from "vitest";
import { ISSUER_MAX } from "#shared/servers/signIn.ts";
import { compareIssuers } from "./issuer.ts";

const id = "https://id.example";

it.each([
  [id, id, "same"],
  [`${id}/a/`, `${id}/a/`, "same"],
  [id, `${id}/`, "slash-more"],
  [`${id}/`, id, "slash-less"],
  [`${id}/a`, `${id}/a/`, "slash-more"],
  [`${id}:8443/a`, `${id}:8443/a/`, "slash-more"],
  ["http://127.0.0.1:1", "http://127.0.0.1:1/", "slash-more"],
  ["two slashes", "two slashes//", "other"],
  [id, `${id}//`, "other"],
  [`${id}/`, `${id}//`, "other"],
  [`${id}//`, `${id}/`, "other"],
  [`${id}/a`, `${id}//a/`, "other"],
  [id, `${id}\\`, "other"],
  [id, `${id}/.`, "other"],
  [id, `${id}/ `, "other"],
  [id, `${id}%2f`, "other"],
  [id, `${id}\u2215`, "other"],
  [id, "https://id.example.evil.example/", "other"],
  [id, "https://evil.example/", "other"],
  [id, "http://id.example/", "other"],
  [id, "https://id.example:443/", "other"],
  [id, "https://id.example:8443/", "other"],
  [id, "https://id.example./", "other"],
  [id, "https://user@id.example/", "other"],
  [id, "https://ID.example/", "other"],
  [id, "HTTPS://id.example/", "other"],
  [id, `${id}/a`, "other"],
  [`${id}/a`, `${id}/A/`, "other"],
  [`${id}/a`, `${id}/`, "other"],
  [`${id}?x=1`, `${id}?x=1/`, "other"],
  [id, `${id}/?`, "other"],
  [id, `${id}/?x=1`, "other"],
  [`${id}#x`, `${id}#x/`, "other"],
  [id, `${id}/#`, "other"],
  ["id.example", "id.example/", "other"],
  ["https:", "https:/", "other"],
  ["https:/", "https://", "other"],
  ["file:", "file:/", "other"],
  ["", "/", "other"],
])("%s and %s: %s", (announced, named, expected) => {
  expect(compareIssuers({ announced, named })).toBe(expected);
});

it("offers no issuer that is too long to be accepted", () => {
  const long = `${id}/${"a".repeat(ISSUER_MAX)}`.slice(0, ISSUER_MAX);
  expect(compareIssuers({ announced: long, named: `${long}/` })).toBe("other");
  const longest = long.slice(0, -1);
  expect(compareIssuers({ announced: longest, named: `${longest}/` })).toBe("slash-more");
});

it("is the same or one slash for nothing but the text itself, with or without that slash", () => {
  const urls = fc.webUrl({ withQueryParameters: true, withFragments: true });
  fc.assert(
    fc.property(urls, urls, (announced, other) => {
      for (const named of [other, `${announced}/`, `${announced}//`, announced.toUpperCase()]) {
        const bare = !/[?#]|\/$/.test(announced);
        const wanted =
          named === announced
            ? ["same"]
            : named === `${announced}/` && bare
              ? ["slash-more"]
              : announced === `${named}/`
                ? ["slash-less", "other"]
                : ["other"];
        expect(wanted).toContain(compareIssuers({ announced, named }));
      }
    }),
  );
});
