// Between a Monaco model and plain text.
import type { editor } from "monaco-editor/editor/editor.api";
import type { TextChange } from "./rawText.ts";

/** `EndOfLinePreference.TextDefined`; the enum itself would pull Monaco in. */
const asDefined = 0;

/** The whole text with its line ends and a byte-order mark, which Monaco would leave out. */
export const textOf = (model: editor.ITextModel): string => model.getValue(asDefined, true);

/** The changes of one event, last place first, as Monaco orders them. */
export function changesOf(event: editor.IModelContentChangedEvent): TextChange[] {
  return event.changes.map(({ range, text }) => ({
    startLine: range.startLineNumber,
    startColumn: range.startColumn,
    endLine: range.endLineNumber,
    endColumn: range.endColumn,
    text,
  }));
}
