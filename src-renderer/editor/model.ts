// Converts between a Monaco model and plain text.
import type { editor } from "monaco-editor/editor/editor.api";
import type { TextChange } from "./rawText.ts";

/** `EndOfLinePreference.TextDefined`; importing the enum would load Monaco. */
const asDefined = 0;

/** The whole text with its line ends and byte-order mark, which Monaco omits by default. */
export const textOf = (model: editor.ITextModel): string => model.getValue(asDefined, true);

/** The changes of one event, last position first, as Monaco orders them. */
export function changesOf(event: editor.IModelContentChangedEvent): TextChange[] {
  return event.changes.map(({ range, text }) => ({
    startLine: range.startLineNumber,
    startColumn: range.startColumn,
    endLine: range.endLineNumber,
    endColumn: range.endColumn,
    text,
  }));
}
