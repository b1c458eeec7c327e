// The bound of the look for secrets: what lies beyond it is told.
import { expect, it } from "vitest";
import { findSecrets } from "./secrets.ts";

it("tells of a stretch that is too long to be looked at, and still looks at the others", async () => {
  const key = `ghp_${"aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0dF3hJ6".slice(0, 36)}`;
  const long = "sk-x ".padEnd(9000, ".").repeat(240);
  const text = `${long}${" ".repeat(20_000)}${key}`;
  const { hits, unseen } = await findSecrets(text);
  expect(unseen).toBe(1);
  expect(hits.map(({ start }) => text.slice(start, start + 4))).toEqual(["ghp_"]);
  expect((await findSecrets(key)).unseen).toBe(0);
});
