// Blocks register their texts, and one context menu for all of them finds the text under the pointer.
import { useEffect, useRef } from "react";
import type { editor } from "monaco-editor/editor/editor.api";

export type ShownEditor = editor.ICodeEditor;

export interface HeldText {
  text: () => string;
  language: string;
  /** The accessible name. */
  label: string;
  /** Null while it has none. */
  editor: () => ShownEditor | null;
}

const held = new WeakMap<Element, () => HeldText>();

export function useHeldText(box: { current: HTMLElement | null }, now: HeldText): void {
  const latest = useRef(now);
  latest.current = now;
  useEffect(() => {
    if (box.current !== null) held.set(box.current, () => latest.current);
  }, [box]);
}

/** The text that an element belongs to. */
export function textAround(element: Element | null): HeldText | null {
  for (let at = element; at !== null; at = at.parentElement) {
    const found = held.get(at);
    if (found !== undefined) return found();
  }
  return null;
}

export const copyForms = ["text", "json", "markdown"] as const;
export type CopyForm = (typeof copyForms)[number];

/** A text in that form: JSON as a message's content block, Markdown below its name. */
export function copyAs(form: CopyForm, text: string, language: string, label: string): string {
  const isJson = language === "json";
  if (form === "text") return text;
  if (form === "json") return isJson ? text : JSON.stringify({ type: "text", text }, null, 2);
  return `### ${label}\n\n${isJson ? fenced(text) : text}\n`;
}

/** Fenced with more backticks than the text has in a row. */
function fenced(text: string): string {
  const most = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(most + 1);
  return `${fence}json\n${text}\n${fence}`;
}
