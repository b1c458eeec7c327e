import { randomBytes } from "node:crypto";
import { expect, it } from "vitest";
import { bytesOf } from "./mediaBytes.ts";

const large = randomBytes(2_500_001).toString("base64");

it.each<[string, string]>([
  ["nothing", ""],
  ["a small one", "iVBORw0KGgo="],
  ["a large one", large],
  ["one without padding", large.replaceAll("=", "")],
  ["one in lines", large.replaceAll(/.{76}/g, "$&\n")],
  ["one that ends early", `${large.slice(0, 500_000)}==${large.slice(500_002)}`],
  ["one in the other alphabet", large.replaceAll("+", "-").replaceAll("/", "_")],
  ["what is none", "not base64! ".repeat(200_000)],
])("decodes %s as a whole would be", async (_name, text) => {
  const bytes = await bytesOf(text);
  expect(Buffer.compare(bytes, Buffer.from(text, "base64"))).toBe(0);
});

it("lets the loop turn in between", async () => {
  let turns = 0;
  const turning = setInterval(() => (turns += 1), 0);
  const immediate = (): void => void setImmediate(() => ((turns += 1), turns < 50 && immediate()));
  immediate();
  await bytesOf(large);
  clearInterval(turning);
  expect(turns).toBeGreaterThanOrEqual(2);
});
