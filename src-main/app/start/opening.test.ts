// Errors during a start: before the rooms are open, and after.
import { expect, it } from "vitest";
import { openThenStart } from "./opening.ts";

const broken = (): never => {
  throw new RangeError("broken");
};

/** A start, and its result. */
async function opened(open: () => Promise<string | null>, first: (rooms: string) => void) {
  const said: unknown[] = [];
  const rooms = await openThenStart({
    open,
    over: () => said.push("over"),
    unopened: (error) => said.push(error),
    begin: [first, (made) => said.push(`begun with ${made}`)],
    fault: (failure) => said.push(failure),
  });
  return { rooms, said };
}

it("says that something cannot be opened", async () => {
  const error = new Error("locked");
  const { rooms, said } = await opened(() => Promise.reject(error), broken);
  expect(rooms).toBeNull();
  expect(said).toEqual([error, "over"]);
});

it("continues with the rooms that open where something else cannot start, and says so", async () => {
  const { rooms, said } = await opened(() => Promise.resolve("rooms"), broken);
  expect(rooms).toBe("rooms");
  const fault = { kind: "internal", detail: "RangeError" };
  expect(said).toEqual(["over", fault, "begun with rooms"]);
});

it("starts nothing once the app has ended", async () => {
  const { rooms, said } = await opened(() => Promise.resolve(null), broken);
  expect(rooms).toBeNull();
  expect(said).toEqual(["over"]);
});
