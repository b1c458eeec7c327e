// Maps key events to chords, and tells whether a chord may act where it was pressed.
import { isMac } from "#kit/controls/keys.ts";

type KeyLike = Pick<KeyboardEvent, "key" | "code" | "ctrlKey" | "metaKey" | "shiftKey" | "altKey">;

/**
 * The chord of an event, in the notation of actions: `Mod+Shift+X`, `J`, `?`, `Escape`. Null for what no action uses:
 * the other platform's modifier, AltGr, dead keys.
 */
export function chordOf(event: KeyLike, mac: boolean = isMac): string | null {
  const mod = mac ? event.metaKey : event.ctrlKey;
  const other = mac ? event.ctrlKey : event.metaKey;
  if (other || event.altKey) return null;
  const key = event.key;
  if (key === "Dead" || key === "Process" || key === "Unidentified") return null;
  if (key === " ") return mod || event.shiftKey ? null : "Space";
  if (key.length === 1) {
    // With a modifier, the letter comes from the physical key, so that it works in every layout.
    const letter = /^Key([A-Z])$/.exec(event.code)?.[1];
    // With a modifier, + counts as =, as in every program that zooms with it.
    const sign = mod && key === "+" ? "=" : key.toUpperCase();
    const name = letter !== undefined && (mod || /^[a-z]$/i.test(key)) ? letter : sign;
    const shifted = event.shiftKey && /^[A-Z0-9]$/.test(name);
    return `${mod ? "Mod+" : ""}${shifted ? "Shift+" : ""}${name}`;
  }
  const name = key.replace(/^Arrow/, "");
  return `${mod ? "Mod+" : ""}${event.shiftKey ? "Shift+" : ""}${name}`;
}

/** True where Space presses or ticks what has the focus. */
export const takesSpace = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest("button, a, input, select, summary, [role=row], [role=slider]") !== null;

/** True where keys enter text: fields and editors. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target instanceof HTMLTextAreaElement) return true;
  if (target.closest(".monaco-editor") !== null) return true;
  return (
    target instanceof HTMLInputElement && !/^(button|checkbox|radio|submit)$/.test(target.type)
  );
}
