import { describe, expect, it } from "vitest";
import { HeldInputs } from "./heldInputs.ts";

describe("HeldInputs", () => {
  it("is free only when every key and button is released", () => {
    const held = new HeldInputs();
    held.press("key ControlLeft");
    held.press("key Enter");
    held.press("pointer 1");
    held.release("key Enter");
    held.release("pointer 1");
    expect(held.any).toBe(true);
    held.release("key ControlLeft");
    expect(held.any).toBe(false);
  });
  it("counts a repeating key once", () => {
    const held = new HeldInputs();
    held.press("key Enter");
    held.press("key Enter");
    held.release("key Enter");
    expect(held.any).toBe(false);
  });
  it("releases all keys with ⌘, whose keys report no release, but no button", () => {
    const held = new HeldInputs();
    held.press("key MetaLeft");
    held.press("key Enter");
    held.press("pointer 1");
    held.release("key MetaLeft");
    expect(held.any).toBe(true);
    held.release("pointer 1");
    expect(held.any).toBe(false);
  });
});
