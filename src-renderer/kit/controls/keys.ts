// Key names for this platform: Ctrl or ⌘, and symbols instead of names.

/** True on macOS, where `Mod` is ⌘. */
export const isMac: boolean = typeof navigator !== "undefined" && /mac/i.test(navigator.platform);

const signs: Record<string, string> = {
  Enter: "↵",
  Up: "↑",
  Down: "↓",
  Escape: "Esc",
};

/**
 * The key caps of a chord such as `Mod+Shift+X`, in order. `Mod`, the only modifier that depends on the platform, is
 * Ctrl, or ⌘ on macOS.
 */
export function capsOf(chord: string, mac: boolean = isMac): string[] {
  return chord.split("+").map((key) => {
    if (key === "Mod") return mac ? "⌘" : "Ctrl";
    if (mac && key === "Shift") return "⇧";
    if (mac && key === "Alt") return "⌥";
    return signs[key] ?? key;
  });
}

/** The chord for `aria-keyshortcuts` (WAI-ARIA 1.2), which uses other key names. */
export function ariaKeys(chord: string, mac: boolean = isMac): string {
  return chord
    .split("+")
    .map((key) => (key === "Mod" ? (mac ? "Meta" : "Control") : key))
    .join("+");
}
