// What becomes of a start of which something goes wrong: before the rooms are open, and after.
import { expect, it } from "vitest";
import { openThenStart } from "./opening.ts";

const broken = (): never => {
  throw new RangeError("broken");
};

/** A start, and what it came to. */
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

it("says that something cannot be opened where that is so", async () => {
  const error = new Error("locked");
  const { rooms, said } = await opened(() => Promise.reject(error), broken);
  expect(rooms).toBeNull();
  expect(said).toEqual([error, "over"]);
});

it("goes on with open rooms where something else cannot begin, and tells of it", async () => {
  const { rooms, said } = await opened(() => Promise.resolve("rooms"), broken);
  expect(rooms).toBe("rooms");
  const fault = { kind: "internal", detail: "RangeError" };
  expect(said).toEqual(["over", fault, "begun with rooms"]);
});

it("begins nothing where the app ended meanwhile", async () => {
  const { rooms, said } = await opened(() => Promise.resolve(null), broken);
  expect(rooms).toBeNull();
  expect(said).toEqual(["over"]);
});
