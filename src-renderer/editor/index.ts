// The public interface of the editor. Only this folder imports Monaco.
export { AcceptDialog } from "./AcceptDialog.tsx";
export { CodeBlock } from "./CodeBlock.tsx";
export type { BlockLanguage, CodeBlockHandle } from "./CodeBlock.tsx";
export { DiffBlock } from "./DiffBlock.tsx";
export { JsonEditor } from "./JsonEditor.tsx";
export type { JsonEditorHandle, JsonFault } from "./JsonEditor.tsx";
export { isComposing } from "./composing.ts";
export { changedLines } from "./marks.ts";
export type { Span } from "./marks.ts";
export { warmEditors } from "./load.ts";
export { ScrollerContext } from "./scroller.ts";
import "./editor.css";
