// A difference of two texts in one block that grows with them; the right side can be edited.
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import type { editor } from "monaco-editor/editor/editor.api";
import type { BlockLanguage } from "./CodeBlock.tsx";
import { matchDecorations } from "./matches.ts";
import { useFindable } from "#kit/find/finder.ts";
import { loadMonaco, useMonaco } from "./load.ts";
import { useHeldText } from "./menu/textMenus.ts";
import { textOf } from "./model.ts";
import type { Monaco } from "./pool.ts";
import { showInside } from "./scroller.ts";
import { editorOptions, PADDING_PX, WIRE_LEAD_PX } from "./options.ts";
import { wrappingOf } from "./wrapping.ts";
import s from "./CodeBlock.module.css";

interface Props {
  identity: string;
  /** As it was received or generated. */
  original: string;
  /** As it would be sent. */
  modified: string;
  onChange?: (text: string) => void;
  language: BlockLanguage;
  sideBySide?: boolean;
  /** Unchanged lines away from changes are one line that opens, and a narrow diff is inline. */
  folds?: boolean;
  /** The height, px, above which it scrolls by itself. */
  mostPx?: number;
  label: string;
}

export function DiffBlock(props: Props) {
  useEffect(() => void loadMonaco(), []);
  return useMonaco() === null ? null : <Shown key={props.identity} {...props} />;
}

function Shown({
  original,
  modified,
  onChange,
  language,
  sideBySide = false,
  folds = false,
  mostPx = Number.POSITIVE_INFINITY,
  label,
}: Props) {
  const monaco = useMonaco();
  const box = useRef<HTMLDivElement>(null);
  const shown = useRef<editor.IStandaloneDiffEditor | null>(null);
  const models = useRef<{ original: editor.ITextModel; modified: editor.ITextModel } | null>(null);
  const tell = useRef(onChange);
  tell.current = onChange;
  useDiffMatches(box, shown, modified);
  useHeldText(box, {
    label,
    language,
    text: () => modified,
    editor: () => shown.current?.getModifiedEditor() ?? null,
  });
  const [height, setHeight] = useState(WIRE_LEAD_PX * 2 + PADDING_PX * 2);
  const readOnly = onChange === undefined;

  // The effects below pass later texts to the models; a new identity makes a new editor.
  const make = useEffectEvent((from: Monaco, element: HTMLElement) => {
    const pair = {
      original: from.editor.createModel(original, language),
      modified: from.editor.createModel(modified, language),
    };
    models.current = pair;
    const made = from.editor.createDiffEditor(element, {
      ...diffOptions(label, readOnly, sideBySide),
      ...(mostPx === Number.POSITIVE_INFINITY ? {} : { scrollbar: SCROLLS }),
      wrappingStrategy: wrappingOf(`${original}\n${modified}`),
      useInlineViewWhenSpaceIsLimited: folds,
      renderSideBySideInlineBreakpoint: 700,
      hideUnchangedRegions: { enabled: folds, contextLineCount: 3, minimumLineCount: 4 },
    });
    // Monaco would not dispose of one that it made itself: its comparison then fails once the texts are gone.
    const compared = made.createViewModel(pair);
    made.setModel(compared);
    shown.current = made;
    // Until it is known what folds, all lines would be laid out, which takes seconds for thousands.
    let isKnown = !folds;
    const grow = (): void => {
      if (!isKnown) return;
      const next = Math.min(
        Math.max(
          made.getModifiedEditor().getContentHeight(),
          sideBySide ? made.getOriginalEditor().getContentHeight() : 0,
        ),
        mostPx,
      );
      setHeight(next);
      made.layout({ width: element.clientWidth, height: next });
    };
    const listeners = [
      made.getModifiedEditor().onDidContentSizeChange(grow),
      made.getOriginalEditor().onDidContentSizeChange(grow),
      made.onDidUpdateDiff(() =>
        // Monaco folds in the same turn.
        queueMicrotask(() => {
          isKnown = true;
          if (shown.current === made) grow();
        }),
      ),
      pair.modified.onDidChangeContent(() => tell.current?.(textOf(pair.modified))),
    ];
    const observer = new ResizeObserver(grow);
    observer.observe(element);
    return () => {
      observer.disconnect();
      for (const listener of listeners) listener.dispose();
      made.dispose();
      compared.dispose();
      pair.original.dispose();
      pair.modified.dispose();
      shown.current = null;
      models.current = null;
    };
  });
  useLayoutEffect(
    () => (monaco === null || box.current === null ? undefined : make(monaco, box.current)),
    [monaco],
  );

  useEffect(() => {
    const pair = models.current;
    if (pair && textOf(pair.original) !== original) pair.original.setValue(original);
    if (pair && textOf(pair.modified) !== modified) pair.modified.setValue(modified);
  }, [original, modified]);
  useEffect(() => {
    const changed: editor.IStandaloneDiffEditorConstructionOptions = {
      readOnly,
      renderSideBySide: sideBySide,
      // Monaco drops the labels of its two editors unless every update repeats them.
      originalAriaLabel: label,
      modifiedAriaLabel: label,
    };
    shown.current?.updateOptions(changed);
  }, [readOnly, sideBySide, label]);
  return <div ref={box} className={s.diff} style={{ height }} />;
}

/** By itself, and then what is around it. */
const SCROLLS = { vertical: "auto", useShadows: false, alwaysConsumeMouseWheel: false } as const;

/** The find bar searches the modified side. */
function useDiffMatches(
  box: { current: HTMLElement | null },
  shown: { current: editor.IStandaloneDiffEditor | null },
  modified: string,
): void {
  const monaco = useMonaco();
  const drawn = useRef<editor.IEditorDecorationsCollection | null>(null);
  useFindable(
    {
      element: () => box.current,
      texts: () => [modified],
      show(_text, span) {
        const right = shown.current?.getModifiedEditor();
        const at = right?.getModel()?.getPositionAt(span.start);
        if (right === undefined || at === undefined || box.current === null) return;
        const top = right.getTopForPosition(at.lineNumber, at.column);
        showInside(box.current, top);
      },
      mark(spans, current) {
        const right = shown.current?.getModifiedEditor();
        const model = right?.getModel();
        drawn.current?.clear();
        if (monaco === null || right === undefined || model === null || model === undefined) return;
        drawn.current = right.createDecorationsCollection(
          matchDecorations(monaco, model, { spans, current }),
        );
      },
    },
    modified,
  );
}

function diffOptions(
  label: string,
  readOnly: boolean,
  sideBySide: boolean,
): editor.IStandaloneDiffEditorConstructionOptions {
  return {
    ...editorOptions(true),
    ariaLabel: label,
    modifiedAriaLabel: label,
    originalAriaLabel: label,
    readOnly,
    originalEditable: false,
    renderSideBySide: sideBySide,
    useInlineViewWhenSpaceIsLimited: false,
    renderMarginRevertIcon: false,
    renderGutterMenu: false,
    renderIndicators: true,
    ignoreTrimWhitespace: false,
    diffWordWrap: "on",
    renderOverviewRuler: false,
    maxComputationTime: 5000,
    maxFileSize: 0,
  };
}
