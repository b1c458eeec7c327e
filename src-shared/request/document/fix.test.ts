// One fix clears what is flagged, changes nothing else, and is offered only where nothing has to be guessed.
import { describe, expect, it } from "vitest";
import type { Json } from "../../json.ts";
import type { Flag } from "./flag.ts";
import type { MediaFacts, MediaRef } from "./media.ts";
import { changeAt, withFix, fixOf, valueAt } from "./fix.ts";
import type { RequestDocument } from "./message.ts";
import { checkRequest } from "../checks/validate.ts";

const ref = (digit: string): MediaRef => `countersign-media:${digit.repeat(64)}`;
const facts = (more: object = {}): MediaFacts => ({
  ref: ref("a"),
  bytes: 9,
  validBase64: true,
  sniffed: "image/png",
  ...more,
});
const withBlock = (block: object, more: object = {}): RequestDocument => ({
  messages: [
    { role: "user", content: { type: "text", text: "first" } },
    { role: "user", content: [{ type: "text", text: "a" }, block as never], _meta: { kept: 1 } },
  ],
  maxTokens: 5,
  ...more,
});
const image = {
  type: "image",
  data: ref("a"),
  mimeType: "image/jpeg",
  annotations: { priority: 1 },
};

/** The document after its only flag of this code was fixed, and the flags that are left. */
function afterMend(document: RequestDocument, code: Flag["code"], media: MediaFacts[]) {
  const flags = checkRequest(document, document, media);
  const flag = flags.find((one) => one.code === code);
  const step = flag === undefined ? null : fixOf(flag, document as Json, media);
  if (flag === undefined || step === null)
    throw new Error(`no mend among ${JSON.stringify(flags)}`);
  const next = withFix(document, flag, step, ref("b"));
  const known = [...media, facts({ ref: ref("b") })];
  return { next, left: checkRequest(next, document, known).map((one) => one.code) };
}

describe("one fix", () => {
  it("sets the type that the bytes show, and nothing else", () => {
    const { next, left } = afterMend(withBlock(image), "mime-mismatch", [facts()]);
    expect(next).toEqual(withBlock({ ...image, mimeType: "image/png" }));
    expect(left).toEqual([]);
  });

  it("turns an image block with audio into an audio block", () => {
    const { next, left } = afterMend(withBlock(image), "mime-mismatch", [
      facts({ sniffed: "audio/wav" }),
    ]);
    expect(next).toEqual(withBlock({ ...image, type: "audio", mimeType: "audio/wav" }));
    expect(left).toEqual([]);
  });

  it("replaces broken base64 by the fixed bytes", () => {
    const broken = facts({ validBase64: false, mendable: true, bytes: 0, sniffed: undefined });
    const png = { ...image, mimeType: "image/png" };
    const { next, left } = afterMend(withBlock(png), "base64-broken", [broken]);
    expect(next).toEqual(withBlock({ ...png, data: ref("b") }));
    expect(left).toEqual([]);
  });

  it("sets a priority to the nearest end, removes an unknown value and an unknown field", () => {
    const odd = withBlock(
      { type: "text", text: "b" },
      { modelPreferences: { costPriority: 7, hints: [] }, includeContext: "当前服务", extra: 1 },
    );
    expect(afterMend(odd, "priority-out-of-range", []).next["modelPreferences"]).toEqual({
      costPriority: 1,
      hints: [],
    });
    expect("includeContext" in afterMend(odd, "include-context-unknown", []).next).toBe(false);
    expect("extra" in afterMend(odd, "extra-member", []).next).toBe(false);
  });

  it("is not offered for ambiguous base64", () => {
    const document = withBlock(image);
    const media = [facts({ validBase64: false })];
    const flag = checkRequest(document, document, media).find((f) => f.code === "base64-broken");
    expect(flag && fixOf(flag, document as Json, media)).toBeNull();
  });
});

it("copies only the objects on the path", () => {
  const document = withBlock(image);
  const next = changeAt(document, ["messages", 1, "content", 1, "mimeType"], () => "x/y");
  expect(next.messages[0]).toBe(document.messages[0]);
  const first = (from: RequestDocument) => valueAt(from as Json, ["messages", 1, "content", 0]);
  expect(first(next)).toBe(first(document));
  expect(changeAt(document, ["nowhere", 3], () => 1)).toEqual(document);
});
