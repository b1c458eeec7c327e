import { describe, expect, it } from "vitest";
import { chordOf } from "./chord.ts";

const none = { code: "", ctrlKey: false, metaKey: false, shiftKey: false, altKey: false };

describe("chordOf", () => {
  it("reads Mod as ⌘ on macOS and as Ctrl elsewhere", () => {
    const enter = { ...none, key: "Enter" };
    expect(chordOf({ ...enter, ctrlKey: true }, false)).toBe("Mod+Enter");
    expect(chordOf({ ...enter, metaKey: true }, true)).toBe("Mod+Enter");
    expect(chordOf({ ...enter, metaKey: true }, false)).toBeNull();
    expect(chordOf({ ...enter, ctrlKey: true }, true)).toBeNull();
  });
  it("writes letters in capitals, and Shift only where it makes another chord", () => {
    expect(chordOf({ ...none, key: "j", code: "KeyJ" }, false)).toBe("J");
    expect(chordOf({ ...none, key: "X", code: "KeyX", ctrlKey: true, shiftKey: true }, false)).toBe(
      "Mod+Shift+X",
    );
    expect(chordOf({ ...none, key: "?", code: "Slash", shiftKey: true }, false)).toBe("?");
  });
  it("reads letters by their position in layouts of other scripts", () => {
    expect(chordOf({ ...none, key: "к", code: "KeyR", ctrlKey: true }, false)).toBe("Mod+R");
  });
  it("leaves AltGr and input methods alone", () => {
    expect(
      chordOf({ ...none, key: "€", code: "KeyE", ctrlKey: true, altKey: true }, false),
    ).toBeNull();
    expect(chordOf({ ...none, key: "Process", code: "KeyJ" }, false)).toBeNull();
  });
  it("names the arrow keys by direction", () => {
    expect(chordOf({ ...none, key: "ArrowDown", shiftKey: true }, false)).toBe("Shift+Down");
  });
});
