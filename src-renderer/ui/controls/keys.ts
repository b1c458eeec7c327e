// How keys are written for people on this system: Ctrl or ⌘, and signs instead of names.

/** True on macOS, where ⌘ takes the place of Ctrl. */
export const isMac: boolean = typeof navigator !== "undefined" && /mac/i.test(navigator.platform);

const signs: Record<string, string> = {
  Enter: "↵",
  Up: "↑",
  Down: "↓",
  Escape: "Esc",
};

/**
 * The caps of a chord such as `Mod+Shift+X`, in order.
 * `Mod` is Ctrl, or ⌘ on macOS; `Mod` is the only modifier that differs by system.
 */
export function capsOf(chord: string, mac: boolean = isMac): string[] {
  return chord.split("+").map((key) => {
    if (key === "Mod") return mac ? "⌘" : "Ctrl";
    if (mac && key === "Shift") return "⇧";
    if (mac && key === "Alt") return "⌥";
    return signs[key] ?? key;
  });
}

/** The chord for `aria-keyshortcuts` (WAI-ARIA 1.2), whose names differ from what is printed. */
export function ariaKeys(chord: string, mac: boolean = isMac): string {
  return chord
    .split("+")
    .map((key) => (key === "Mod" ? (mac ? "Meta" : "Control") : key))
    .join("+");
}
