// The two editor themes, derived from the design tokens: no colour is defined twice.
import type { editor } from "monaco-editor/editor/editor.api";

/** Which token gives each colour of the editor (visual.md, "Monaco"). */
const colorTokens: Record<string, string> = {
  "editor.background": "--paper",
  "editor.foreground": "--ink",
  "editorGutter.background": "--paper-gutter",
  "editorLineNumber.foreground": "--ink-3",
  "editorLineNumber.activeForeground": "--ink",
  "editorCursor.foreground": "--accent",
  "editor.selectionBackground": "--selected",
  "editor.inactiveSelectionBackground": "--selected-idle",
  focusBorder: "--focus",
  "diffEditor.insertedLineBackground": "--diff-add",
  "diffEditor.insertedTextBackground": "--diff-add-word",
  "diffEditor.removedLineBackground": "--diff-del",
  "diffEditor.removedTextBackground": "--diff-del-word",
  "diffEditorGutter.insertedLineBackground": "--diff-add",
  "diffEditorGutter.removedLineBackground": "--diff-del",
  "editorWidget.background": "--raised",
  "editorWidget.foreground": "--ink",
  "editorWidget.border": "--line",
  "editorHoverWidget.background": "--raised",
  "editorHoverWidget.border": "--line",
  "editorSuggestWidget.background": "--raised",
  "editorSuggestWidget.border": "--line",
  "editorSuggestWidget.selectedBackground": "--selected",
  "editorSuggestWidget.selectedForeground": "--ink",
  "input.background": "--field",
  "input.foreground": "--ink",
  "input.border": "--edge",
  "editor.findMatchBackground": "--mark-find",
  "editor.findMatchHighlightBackground": "--mark-find",
  "editorUnicodeHighlight.border": "--warn-line",
  "editorUnicodeHighlight.background": "--warn-soft",
  "editorError.foreground": "--danger-line",
  "editorWarning.foreground": "--warn-line",
  "editorInfo.foreground": "--info-line",
  "scrollbarSlider.background": "--line",
  "scrollbarSlider.hoverBackground": "--edge",
  "scrollbarSlider.activeBackground": "--edge",
  "editorBracketHighlight.foreground1": "--syn-punct",
  "editorBracketHighlight.foreground2": "--syn-punct",
  "editorBracketHighlight.foreground3": "--syn-punct",
  "editorBracketHighlight.foreground4": "--syn-punct",
  "editorBracketHighlight.foreground5": "--syn-punct",
  "editorBracketHighlight.foreground6": "--syn-punct",
  "menu.background": "--raised",
  "menu.foreground": "--ink",
  "menu.selectionBackground": "--selected",
  "menu.selectionForeground": "--ink",
};
/** Colours that the editor has by default and the design leaves out. */
const none = [
  "editor.lineHighlightBackground",
  "editor.lineHighlightBorder",
  "editorOverviewRuler.border",
  "editorBracketMatch.background",
  "editorBracketMatch.border",
  "scrollbar.shadow",
  "widget.shadow",
  "diffEditor.border",
];

const ruleTokens: [token: string, from: string, style?: "bold"][] = [
  ["", "--ink"],
  ["string", "--syn-string"],
  ["string.value.json", "--syn-string"],
  ["string.key.json", "--syn-key"],
  ["number", "--syn-number"],
  ["keyword", "--syn-word"],
  ["keyword.json", "--syn-word"],
  ["delimiter", "--syn-punct"],
  ["comment", "--syn-note"],
  ["keyword.md", "--ink", "bold"],
  ["strong.md", "--ink", "bold"],
  ["emphasis.md", "--ink"],
  ["variable.md", "--syn-string"],
  ["variable.source.md", "--syn-string"],
  ["string.link.md", "--syn-key"],
  ["string.md", "--syn-note"],
  ["tag", "--syn-word"],
  ["attribute.name", "--syn-key"],
  ["attribute.value", "--syn-string"],
  // Tags in Markdown: the base theme colours them itself.
  ["tag.html", "--syn-word"],
  ["delimiter.html", "--syn-punct"],
  ["attribute.name.html", "--syn-key"],
  ["string.html", "--syn-string"],
  ["attribute.value.html", "--syn-string"],
];

/** Converts `rgb(1 2 3 / 0.5)` or `#abc` to `#rrggbb` or `#rrggbbaa`, the only form the editor accepts. */
export function toHex(color: string): string {
  const value = color.trim();
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(value);
  if (short) return `#${short[1]}${short[1]}${short[2]}${short[2]}${short[3]}${short[3]}`;
  if (/^#([0-9a-f]{6}|[0-9a-f]{8})$/i.test(value)) return value;
  const parts =
    /^rgba?\(([^)]+)\)$/i
      .exec(value)?.[1]
      ?.split(/[\s,/]+/)
      .filter(Boolean) ?? [];
  const byte = (text: string | undefined): string =>
    Math.round(Math.min(255, Math.max(0, Number(text ?? 0))))
      .toString(16)
      .padStart(2, "0");
  if (parts.length < 3) throw new Error(`not a colour of the tokens: ${color}`);
  const alpha = parts[3] === undefined ? "" : byte(String(Number(parts[3]) * 255));
  return `#${byte(parts[0])}${byte(parts[1])}${byte(parts[2])}${alpha}`;
}

/**
 * The theme for the current colour scheme.
 * @param read returns the value of a token, as `getComputedStyle` does
 */
export function themeFrom(
  read: (token: string) => string,
  dark: boolean,
): editor.IStandaloneThemeData {
  const hex = (token: string): string => toHex(read(token));
  return {
    base: dark ? "vs-dark" : "vs",
    inherit: true,
    colors: {
      ...Object.fromEntries(Object.entries(colorTokens).map(([key, token]) => [key, hex(token)])),
      ...Object.fromEntries(none.map((key) => [key, "#00000000"])),
    },
    rules: ruleTokens.map(([token, from, fontStyle]) => ({
      token,
      foreground: hex(from).slice(1, 7),
      ...(fontStyle === undefined ? { fontStyle: "" } : { fontStyle }),
    })),
  };
}
