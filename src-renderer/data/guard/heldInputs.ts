// Which keys and buttons are down, with a notification when all are released.

/** The set of pressed keys and buttons, as pure state: names are added on press and removed on release. */
export class HeldInputs {
  private readonly down = new Set<string>();

  get any(): boolean {
    return this.down.size > 0;
  }

  press(name: string): void {
    this.down.add(name);
  }

  /** macOS reports no key releases while ⌘ is down, so releasing ⌘ releases every key. */
  release(name: string): void {
    this.down.delete(name);
    if (/^key (Meta|OS)/.test(name)) {
      for (const other of Array.from(this.down))
        if (other.startsWith("key ")) this.down.delete(other);
    }
  }

  clear(): void {
    this.down.clear();
  }
}

const held = new HeldInputs();
const waiting = new Set<() => void>();

/**
 * Notifies in a later task: the release that ends a click or a press of Space must not count as the first deciding
 * gesture.
 */
function tell(): void {
  if (held.any) return;
  setTimeout(() => {
    if (!held.any) for (const listener of Array.from(waiting)) listener();
  }, 0);
}

function track(): void {
  const listen = (type: keyof WindowEventMap, then: (event: Event) => void): void =>
    window.addEventListener(type, then, { capture: true, passive: true });
  const release = (name: string): void => {
    held.release(name);
    tell();
  };
  listen("keydown", (event) => held.press(`key ${(event as KeyboardEvent).code}`));
  listen("keyup", (event) => release(`key ${(event as KeyboardEvent).code}`));
  listen("pointerdown", (event) => held.press(`pointer ${(event as PointerEvent).pointerId}`));
  listen("pointerup", (event) => release(`pointer ${(event as PointerEvent).pointerId}`));
  listen("pointercancel", (event) => release(`pointer ${(event as PointerEvent).pointerId}`));
  listen("blur", (event) => {
    if (event.target !== window) return;
    held.clear();
    tell();
  });
}
if (typeof window !== "undefined") track();

/** True while any key or button is down. */
export const isInputHeld = (): boolean => held.any;

/** Calls `listener` each time the last key or button is released; returns an unsubscribe function. */
export function onAllReleased(listener: () => void): () => void {
  waiting.add(listener);
  return () => waiting.delete(listener);
}
