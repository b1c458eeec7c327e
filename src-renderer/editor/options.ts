// How every editor looks and behaves (visual.md, "Monaco").
import type { editor } from "monaco-editor/editor/editor.api";

export const WIRE_SIZE_PX = 13;
export const WIRE_LEAD_PX = 20;
export const PADDING_PX = 4;

/** The monospace font as the design tokens name it. */
export function wireFace(): string {
  return getComputedStyle(document.documentElement).getPropertyValue("--font-wire").trim();
}

/** Left edge of the text (px), in editors and plain text alike. */
const TEXT_LEFT_PX = 54;
const NUMBER_CHARS = 4;

/** The widest digit of the monospace font, as the editor measures it; the gutter's width depends on it. */
function digitWidth(face: string): number {
  const context = document.createElement("canvas").getContext("2d");
  if (context === null) return 8;
  context.font = `${WIRE_SIZE_PX}px ${face}`;
  return Math.max(...[..."0123456789"].map((digit) => context.measureText(digit).width));
}

/** Options of all editors; `auto` editors grow with their text and leave scrolling to the document. */
export function editorOptions(auto: boolean): editor.IStandaloneEditorConstructionOptions {
  const face = wireFace();
  return {
    theme: "countersign",
    fontFamily: face,
    fontSize: WIRE_SIZE_PX,
    lineHeight: WIRE_LEAD_PX,
    fontLigatures: false,
    wordWrap: "bounded",
    wordWrapColumn: 96,
    wrappingStrategy: "advanced",
    wrappingIndent: "none",
    minimap: { enabled: false },
    folding: false,
    stickyScroll: { enabled: false },
    links: false,
    colorDecorators: false,
    bracketPairColorization: { enabled: false },
    guides: { indentation: false, bracketPairs: false },
    occurrencesHighlight: "off",
    selectionHighlight: false,
    renderControlCharacters: true,
    renderWhitespace: "none",
    renderLineHighlight: "none",
    lineNumbersMinChars: NUMBER_CHARS,
    lineDecorationsWidth: TEXT_LEFT_PX - Math.round(NUMBER_CHARS * digitWidth(face)),
    glyphMargin: false,
    overviewRulerLanes: 0,
    overviewRulerBorder: false,
    hideCursorInOverviewRuler: true,
    renderFinalNewline: "on",
    scrollBeyondLastLine: false,
    scrollBeyondLastColumn: 2,
    padding: { top: PADDING_PX, bottom: PADDING_PX },
    unusualLineTerminators: "off",
    unicodeHighlight: {
      invisibleCharacters: true,
      ambiguousCharacters: false,
      nonBasicASCII: false,
      includeComments: true,
      includeStrings: true,
    },
    quickSuggestions: false,
    suggestOnTriggerCharacters: true,
    wordBasedSuggestions: "off",
    parameterHints: { enabled: false },
    // The window has one menu for all texts (`shell/TextMenu`).
    contextmenu: false,
    fixedOverflowWidgets: true,
    tabFocusMode: true,
    // Uses a text area instead: if an editor is moved while focused, Chromium from 121 on leaves its EditContext
    // active, and no field of the window accepts text any more (seen with 130).
    editContext: false,
    accessibilitySupport: "auto",
    detectIndentation: false,
    insertSpaces: true,
    tabSize: 2,
    trimAutoWhitespace: false,
    autoIndent: "keep",
    autoClosingBrackets: "never",
    autoClosingQuotes: "never",
    autoSurround: "never",
    formatOnPaste: false,
    formatOnType: false,
    copyWithSyntaxHighlighting: false,
    dragAndDrop: false,
    dropIntoEditor: { enabled: false },
    pasteAs: { enabled: false },
    mouseWheelZoom: false,
    smoothScrolling: false,
    cursorBlinking: "solid",
    roundedSelection: false,
    stopRenderingLineAfter: -1,
    maxTokenizationLineLength: 20_000,
    largeFileOptimizations: true,
    automaticLayout: false,
    scrollbar: auto
      ? { vertical: "hidden", horizontal: "hidden", handleMouseWheel: false, useShadows: false }
      : { vertical: "auto", horizontal: "auto", useShadows: false, verticalScrollbarSize: 10 },
  };
}
