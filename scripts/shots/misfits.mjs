// What does not fit in the present page: runs in the page, so that it uses nothing from outside.

/** @returns {string[]} */
export function misfits() {
  /** @type {Set<string>} */
  const wrong = new Set();
  const root = document.documentElement;
  if (root.scrollWidth > root.clientWidth) {
    wrong.add(`the page scrolls sideways (${root.scrollWidth} > ${root.clientWidth})`);
  }
  /** @param {Element} element */
  const seen = (element) => {
    const { width, height } = element.getBoundingClientRect();
    return width > 0 && height > 0 && element.checkVisibility({ visibilityProperty: true });
  };
  /** @param {Element} element */
  const wordsOf = (element) =>
    (element.getAttribute("aria-label") ?? element.textContent ?? "").trim().slice(0, 60);
  const controls =
    'button, label, legend, h1, h2, h3, th, [role="tab"], [role="radio"], [role="menuitem"]';
  for (const control of document.querySelectorAll(controls)) {
    // Monaco's own, what only a screen reader reads, and foreign text, which may be as long as it likes.
    if (control.closest(".monaco-editor, .sr, bdi, [inert]") !== null || !seen(control)) continue;
    for (const part of [control, ...control.querySelectorAll("*")]) {
      if (part.closest(".sr, bdi, svg, input, select, textarea") !== null) continue;
      const { overflowX } = getComputedStyle(part);
      const isCut = part.scrollWidth > part.clientWidth + 1 && part.clientWidth > 0;
      if (isCut && overflowX !== "visible" && part.querySelector("bdi") === null) {
        wrong.add(`cut: “${wordsOf(control)}” (${part.scrollWidth} > ${part.clientWidth})`);
      }
    }
  }
  for (const bar of document.querySelectorAll(
    'header, footer, [role="toolbar"], [role="tablist"]',
  )) {
    if (!seen(bar)) continue;
    for (const button of bar.querySelectorAll('button, [role="tab"], [role="radio"]')) {
      if (!seen(button) || button.closest(".sr, bdi") !== null) continue;
      const range = document.createRange();
      range.selectNodeContents(button);
      const lines = [...range.getClientRects()].filter(({ width }) => width > 1);
      const top = Math.min(...lines.map((line) => line.bottom));
      if (lines.some((line) => line.top >= top)) wrong.add(`wraps: “${wordsOf(button)}”`);
    }
    const { left, right } = bar.getBoundingClientRect();
    if (left < -1 || right > root.clientWidth + 1)
      wrong.add(`bar beyond the window: “${wordsOf(bar)}”`);
  }
  return [...wrong];
}
