// How every editor looks and behaves (visual.md, "Monaco").
import type { editor } from "monaco-editor/editor/editor.api";

export const WIRE_SIZE_PX = 13;
export const WIRE_LEAD_PX = 20;
export const PADDING_PX = 4;

/** The wire face as the tokens name it. */
export function wireFace(): string {
  return getComputedStyle(document.documentElement).getPropertyValue("--font-wire").trim();
}

/** Options of all editors; `auto` ones grow with their text and leave scrolling to the document. */
export function editorOptions(auto: boolean): editor.IStandaloneEditorConstructionOptions {
  return {
    theme: "countersign",
    fontFamily: wireFace(),
    fontSize: WIRE_SIZE_PX,
    lineHeight: WIRE_LEAD_PX,
    fontLigatures: false,
    wordWrap: "on",
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
    lineNumbersMinChars: 3,
    lineDecorationsWidth: 10,
    glyphMargin: false,
    overviewRulerLanes: 0,
    overviewRulerBorder: false,
    hideCursorInOverviewRuler: true,
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
    contextmenu: true,
    fixedOverflowWidgets: true,
    tabFocusMode: true,
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
