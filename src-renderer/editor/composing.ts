// Whether an input method is composing anywhere in the window: shortcuts must not decide anything then.
let open = 0;

if (typeof window !== "undefined") {
  window.addEventListener("compositionstart", () => (open = 1), true);
  window.addEventListener("compositionend", () => (open = 0), true);
  window.addEventListener("blur", () => (open = 0));
}

/** True while text is being composed. */
export const isComposing = (): boolean => open > 0;
