import { describe, expect, it } from "vitest";
import { chordOf } from "./chord.ts";

const none = { code: "", ctrlKey: false, metaKey: false, shiftKey: false, altKey: false };

describe("chordOf", () => {
  it("takes Ctrl as Mod elsewhere and ⌘ on macOS, and not the other", () => {
    const enter = { ...none, key: "Enter" };
    expect(chordOf({ ...enter, ctrlKey: true }, false)).toBe("Mod+Enter");
    expect(chordOf({ ...enter, metaKey: true }, true)).toBe("Mod+Enter");
    expect(chordOf({ ...enter, metaKey: true }, false)).toBeNull();
    expect(chordOf({ ...enter, ctrlKey: true }, true)).toBeNull();
  });
  it("writes letters in capitals and names shift only where it makes another chord", () => {
    expect(chordOf({ ...none, key: "j", code: "KeyJ" }, false)).toBe("J");
    expect(chordOf({ ...none, key: "X", code: "KeyX", ctrlKey: true, shiftKey: true }, false)).toBe(
      "Mod+Shift+X",
    );
    expect(chordOf({ ...none, key: "?", code: "Slash", shiftKey: true }, false)).toBe("?");
  });
  it("takes letters from their place when the layout writes others", () => {
    expect(chordOf({ ...none, key: "к", code: "KeyR", ctrlKey: true }, false)).toBe("Mod+R");
  });
  it("leaves AltGr and input methods alone", () => {
    expect(
      chordOf({ ...none, key: "€", code: "KeyE", ctrlKey: true, altKey: true }, false),
    ).toBeNull();
    expect(chordOf({ ...none, key: "Process", code: "KeyJ" }, false)).toBeNull();
  });
  it("names arrows by their direction", () => {
    expect(chordOf({ ...none, key: "ArrowDown", shiftKey: true }, false)).toBe("Shift+Down");
  });
});
