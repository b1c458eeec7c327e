// A JSON document in one scrolling editor, validated against a schema while the user types.
import { useEffect, useEffectEvent, useImperativeHandle, useLayoutEffect, useRef } from "react";
import type { Ref } from "react";
import type { editor } from "monaco-editor/editor/editor.api";
import { Paper } from "#kit/text/Paper.tsx";
import { matchDecorations } from "./matches.ts";
import { useFindable } from "#kit/find/finder.ts";
import { loadMonaco, useMonaco } from "./load.ts";
import { useHeldText } from "./menu/textMenus.ts";
import { textOf } from "./model.ts";
import type { Monaco } from "./pool.ts";
import { editorOptions } from "./options.ts";
import { wrappingOf } from "./wrapping.ts";
import s from "./CodeBlock.module.css";

export interface JsonFault {
  line: number;
  column: number;
  message: string;
}

export interface JsonEditorHandle {
  focus: () => void;
  goTo: (line: number, column: number) => void;
}

interface Props {
  identity: string;
  value: string;
  onChange?: ((text: string) => void) | undefined;
  /** Called whenever the editor's errors change: syntax and schema. */
  onFaults?: ((faults: JsonFault[]) => void) | undefined;
  /** A name for the schema (letters only) and the schema itself (JSON Schema, draft 7). */
  schema?: { name: string; schema: unknown } | undefined;
  readOnly?: boolean;
  label: string;
  ref?: Ref<JsonEditorHandle>;
}

let count = 0;

export function JsonEditor(props: Props) {
  const monaco = useMonaco();
  useEffect(() => void loadMonaco(), []);
  return monaco === null ? (
    <Paper text={props.value} label={props.label} className={s.tall} />
  ) : (
    <Shown key={props.identity} {...props} />
  );
}

function Shown({ value, onChange, onFaults, schema, readOnly = false, label, ref }: Props) {
  const monaco = useMonaco();
  const box = useRef<HTMLDivElement>(null);
  const shown = useRef<editor.IStandaloneCodeEditor | null>(null);
  const tell = useRef({ onChange, onFaults });
  tell.current = { onChange, onFaults };
  useJsonMatches(box, shown, value);
  useHeldText(box, {
    label,
    language: "json",
    text: () => value,
    editor: () => shown.current,
  });

  // The editor owns the text; a new identity makes a new editor.
  const make = useEffectEvent((from: Monaco, element: HTMLElement) => {
    if (schema !== undefined) from.setSchema(schema.name, schema.schema);
    count += 1;
    const uri = from.Uri.parse(`countersign:/${schema?.name ?? "none"}/${count}.json`);
    const model = from.editor.createModel(value, "json", uri);
    const made = from.editor.create(element, {
      ...editorOptions(false),
      model,
      wrappingStrategy: wrappingOf(value),
      readOnly,
      domReadOnly: readOnly,
      ariaLabel: label,
    });
    shown.current = made;
    const changed = model.onDidChangeContent(() => tell.current.onChange?.(textOf(model)));
    const checked = from.editor.onDidChangeMarkers((uris) => {
      if (!uris.some((one) => one.toString() === uri.toString())) return;
      tell.current.onFaults?.(
        from.editor.getModelMarkers({ resource: uri }).map((marker) => ({
          line: marker.startLineNumber,
          column: marker.startColumn,
          message: marker.message,
        })),
      );
    });
    const observer = new ResizeObserver(() => made.layout());
    observer.observe(element);
    return () => {
      observer.disconnect();
      checked.dispose();
      changed.dispose();
      made.dispose();
      model.dispose();
      shown.current = null;
    };
  });
  useLayoutEffect(
    () => (monaco === null || box.current === null ? undefined : make(monaco, box.current)),
    [monaco],
  );

  useEffect(() => {
    const model = shown.current?.getModel();
    if (model && textOf(model) !== value) model.setValue(value);
  }, [value]);
  useEffect(() => shown.current?.updateOptions({ readOnly, domReadOnly: readOnly }), [readOnly]);
  useImperativeHandle(ref, () => ({
    focus: () => shown.current?.focus(),
    goTo: (line, column) => {
      shown.current?.setPosition({ lineNumber: line, column });
      shown.current?.revealLineInCenter(line);
      shown.current?.focus();
    },
  }));
  return <div ref={box} className={s.tall} />;
}

function useJsonMatches(
  box: { current: HTMLElement | null },
  shown: { current: editor.IStandaloneCodeEditor | null },
  value: string,
): void {
  const monaco = useMonaco();
  const drawn = useRef<editor.IEditorDecorationsCollection | null>(null);
  useFindable(
    {
      element: () => box.current,
      texts: () => [value],
      show(_text, span) {
        const at = shown.current?.getModel()?.getPositionAt(span.start);
        if (at !== undefined) shown.current?.revealPositionInCenterIfOutsideViewport(at);
      },
      mark(spans, current) {
        const model = shown.current?.getModel();
        drawn.current?.clear();
        if (monaco === null || shown.current === null || model === null || model === undefined)
          return;
        drawn.current = shown.current.createDecorationsCollection(
          matchDecorations(monaco, model, { spans, current }),
        );
      },
    },
    value,
  );
}
