// Errors during a start: before the features are open, and after.
import { expect, it } from "vitest";
import { openThenStart } from "./opening.ts";

const broken = (): never => {
  throw new RangeError("broken");
};

/** A start, and its result. */
async function opened(open: () => Promise<string | null>, first: (features: string) => void) {
  const said: unknown[] = [];
  const features = await openThenStart({
    open,
    over: () => said.push("over"),
    unopened: (error) => said.push(error),
    begin: [first, (made) => said.push(`begun with ${made}`)],
    fault: (failure) => said.push(failure),
  });
  return { features, said };
}

it("says that something cannot be opened", async () => {
  const error = new Error("locked");
  const { features, said } = await opened(() => Promise.reject(error), broken);
  expect(features).toBeNull();
  expect(said).toEqual([error, "over"]);
});

it("continues with the features that open where something else cannot start, and says so", async () => {
  const { features, said } = await opened(() => Promise.resolve("features"), broken);
  expect(features).toBe("features");
  const fault = { kind: "internal", detail: "RangeError" };
  expect(said).toEqual(["over", fault, "begun with features"]);
});

it("starts nothing once the app has ended", async () => {
  const { features, said } = await opened(() => Promise.resolve(null), broken);
  expect(features).toBeNull();
  expect(said).toEqual(["over"]);
});
