// The only file that imports Monaco: core, the contributions in use, Markdown and JSON. It is loaded lazily
// (load.ts): nothing in the window waits for it.
import EditorWorker from "monaco-editor/editor/editor.worker?worker";
import JsonWorker from "monaco-editor/language/json/json.worker?worker";
import {
  editor,
  KeyCode,
  KeyMod,
  Range,
  Uri,
  MarkerSeverity,
} from "monaco-editor/editor/editor.api";
import "monaco-editor/features/bracketMatching/register";
import "monaco-editor/features/caretOperations/register";
import "monaco-editor/features/clipboard/register";
import "monaco-editor/features/codeEditor/register";
import "monaco-editor/features/codicon/register";
import "monaco-editor/features/cursorUndo/register";
import "monaco-editor/features/diffEditor/register";
import "monaco-editor/features/find/register";
import "monaco-editor/features/gotoError/register";
import "monaco-editor/features/hover/register";
import "monaco-editor/features/linesOperations/register";
import "monaco-editor/features/multicursor/register";
import "monaco-editor/features/suggest/register";
import "monaco-editor/features/snippet/register";
import "monaco-editor/features/unicodeHighlighter/register";
import "monaco-editor/features/wordOperations/register";
import "monaco-editor/languages/definitions/markdown/register";
import { registerJson, setSchema } from "./json.ts";
import { themeFrom } from "./theme.ts";

export { setSchema, editor, KeyCode, KeyMod, MarkerSeverity, Range, Uri };

globalThis.MonacoEnvironment = {
  getWorker: (_id, label) => (label === "json" ? new JsonWorker() : new EditorWorker()),
};

registerJson(() => new JsonWorker());
// Monaco ends its worker with the last model, and the next diff would wait for another one to start.
editor.createModel("", "plaintext");
// Monaco's own replace would open a second find bar beside the page's.
editor.addKeybindingRule({
  keybinding: KeyMod.CtrlCmd | KeyCode.KeyH,
  command: "-editor.action.startFindReplaceAction",
});

/** Defines the theme from the page's design tokens, and again whenever the colour scheme changes. */
function followScheme(): void {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const contrast = matchMedia("(prefers-contrast: more)");
  const apply = (): void => {
    const style = getComputedStyle(document.documentElement);
    editor.defineTheme(
      "countersign",
      themeFrom((token) => style.getPropertyValue(token), dark.matches),
    );
    editor.setTheme("countersign");
  };
  dark.addEventListener("change", apply);
  contrast.addEventListener("change", apply);
  apply();
}
followScheme();
