// Each offered model is named once, by an address that can only mean that file, with plausible checksums.
import { expect, it } from "vitest";
import { OFFERS } from "./offers.ts";

it("names each model and each file once, smallest first", () => {
  for (const values of [OFFERS.map(({ id }) => id), OFFERS.map(({ file }) => file)]) {
    expect(new Set(values).size).toBe(OFFERS.length);
  }
  expect(OFFERS.length).toBeGreaterThanOrEqual(5);
  const sizes = OFFERS.map(({ bytes }) => bytes);
  expect(sizes).toEqual([...sizes].sort((a, b) => a - b));
});

it.each(OFFERS)("$id is fetched encrypted, from an address that holds a hash", (offer) => {
  const { url, bytes, sha256, entry } = offer.transfer;
  expect(url).toMatch(/^https:\/\/[^?#]*\/[0-9a-f]{40,}\//);
  for (const sum of [offer.sha256, sha256]) expect(sum).toMatch(/^[0-9a-f]{64}$/);
  expect(offer.file).toMatch(/^[\w.-]+\.gguf$/);
  expect(offer.licence).not.toBe("");
  if (entry === undefined) {
    expect([bytes, sha256]).toEqual([offer.bytes, offer.sha256]);
    expect(url.endsWith(`/${offer.file}`)).toBe(true);
  }
});
