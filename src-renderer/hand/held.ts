// Which keys and buttons are down now, told to whoever waits until none is.

/** A set of what is held, as pure state: names go in when pressed and out when released. */
export class Held {
  private readonly down = new Set<string>();

  get any(): boolean {
    return this.down.size > 0;
  }

  press(name: string): void {
    this.down.add(name);
  }

  /**
   * macOS tells no release of a key while ⌘ is down: the release of ⌘ therefore releases every key.
   */
  release(name: string): void {
    this.down.delete(name);
    if (/^key (Meta|OS)/.test(name)) {
      for (const other of [...this.down]) if (other.startsWith("key ")) this.down.delete(other);
    }
  }

  clear(): void {
    this.down.clear();
  }
}

const held = new Held();
const waiting = new Set<() => void>();

/**
 * Told in a later task: the release that ends a click or a press of Space must not itself count as
 * the first gesture that decides.
 */
function tell(): void {
  if (held.any) return;
  setTimeout(() => {
    if (!held.any) for (const listener of [...waiting]) listener();
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
export const isHeld = (): boolean => held.any;

/** Calls `listener` each time that the last key or button was released; returns how to stop. */
export function onReleased(listener: () => void): () => void {
  waiting.add(listener);
  return () => waiting.delete(listener);
}
