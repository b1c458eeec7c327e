// One block's editor outside React: model, edits, height, highlights, scrolling.
import type { editor, IDisposable } from "monaco-editor/editor/editor.api";
import { changesOf, textOf } from "./model.ts";
import { acquire, expectWidth, release } from "./pool.ts";
import type { Slot, Monaco } from "./pool.ts";
import { matchDecorations } from "./matches.ts";
import type { Matches } from "./matches.ts";
import type { Span } from "./marks.ts";
import { showInside } from "./scroller.ts";
import { codesOf, lineLook, looks, plain } from "./spanLooks.ts";
import { applyRaw, hasMixedEnds, joinRaw, rawText } from "./rawText.ts";
import type { RawText } from "./rawText.ts";
import { widthsOf, widthsTogether, wrappingFor } from "./wrapping.ts";
import type { Widths } from "./wrapping.ts";

export interface BlockMarks {
  /** Lines that the user changed, from 1. */
  edited?: readonly number[] | undefined;
  /** Spans of findings. */
  found?: readonly Span[] | undefined;
  /** Long runs of blanks: each is one box with the words about it. */
  blanks?: readonly (Pick<Span, "start" | "end"> & { box: string })[] | undefined;
}

export interface BlockSettings {
  language: string;
  readOnly: boolean;
  label: string;
}

/** Distance of a revealed span from the edges of the view, px. */
const MARGIN = 12;

/** Above this height (px) the editor renders only the visible part and follows the scroller. */
const tallest = 3000;

/** The state of a block that outlives the editor it borrows: model, undo history, height. */
export class BlockEditor {
  height: number | null = null;
  onChange: ((text: string) => void) | null = null;
  onHeight: ((height: number) => void) | null = null;
  onFocus: ((focused: boolean) => void) | null = null;
  private readonly monaco: Monaco;
  private readonly scroller: HTMLElement | null;
  private readonly model: editor.ITextModel;
  private raw: RawText | null;
  private slot: Slot | null = null;
  private box: HTMLElement | null = null;
  private listeners: IDisposable[] = [];
  private decorations: editor.IEditorDecorationsCollection | null = null;
  private quiet = false;
  /** A very tall block without a scrolling container gets its own scrollbar. */
  private ownScroll = false;
  private marks: BlockMarks = {};
  private matches: Matches = { spans: [], current: null };
  private matched: editor.IEditorDecorationsCollection | null = null;
  private width = 0;
  private widths: Widths;
  private settings: BlockSettings | null = null;

  constructor(monaco: Monaco, text: string, language: string, scroller: HTMLElement | null) {
    this.monaco = monaco;
    this.scroller = scroller;
    this.raw = hasMixedEnds(text) ? rawText(text) : null;
    this.model = monaco.editor.createModel(text, language);
    this.widths = widthsOf(text);
    this.model.onDidChangeContent((event) => {
      for (const change of event.changes) this.widen(change.text);
      if (this.raw !== null) this.raw = applyRaw(this.raw, changesOf(event));
      if (!this.quiet) this.onChange?.(this.text());
    });
  }

  /** The text as it would be sent, with its original line ends and byte-order mark. */
  text(): string {
    return this.raw === null ? textOf(this.model) : joinRaw(this.raw);
  }

  /** Takes a text that was changed elsewhere (Revert, the JSON view); it can be undone. */
  setText(text: string): void {
    if (text === this.text()) return;
    this.quiet = true;
    this.model.pushEditOperations(
      null,
      [{ range: this.model.getFullModelRange(), text }],
      () => null,
    );
    this.raw = hasMixedEnds(text) ? rawText(text) : null;
    this.quiet = false;
  }

  /** The borrowed editor; null while it has none. */
  get shown(): editor.ICodeEditor | null {
    return this.slot?.editor ?? null;
  }

  get attached(): boolean {
    return this.slot !== null;
  }

  /**
   * Borrows an editor and shows it in `box`.
   * @param known the box's width in px; 0: measure it, which forces a layout
   */
  attach(box: HTMLElement, settings: BlockSettings, known: number): void {
    if (this.slot !== null) return;
    const slot = acquire(this.monaco);
    this.slot = slot;
    this.box = box;
    box.append(slot.host);
    const width = known > 0 ? known : box.clientWidth;
    expectWidth(width);
    // Wrapping and width first: a model that is set before them would be wrapped twice.
    this.apply(settings);
    const laidOut = slot.editor.getLayoutInfo();
    if (laidOut.width !== width) slot.editor.layout({ width, height: laidOut.height });
    slot.editor.setModel(this.model);
    this.decorations = slot.editor.createDecorationsCollection();
    this.matched = slot.editor.createDecorationsCollection();
    this.listeners = [
      slot.editor.onDidContentSizeChange((event) => event.contentHeightChanged && this.layout()),
      slot.editor.onDidFocusEditorWidget(() => this.onFocus?.(true)),
      slot.editor.onDidBlurEditorWidget(() => this.onFocus?.(false)),
      slot.editor.onDidChangeCursorPosition(() => this.revealCursor()),
      slot.editor.onDidScrollChange((event) => event.scrollTopChanged && this.pushScroll()),
      slot.editor.onKeyDown((event) => {
        if (event.keyCode === this.monaco.KeyCode.Escape) this.leave(event.browserEvent);
      }),
    ];
    this.resize(width);
    this.mark(this.marks);
    this.match(this.matches);
  }

  /** Returns the editor; text and undo history stay. */
  detach(): void {
    if (this.slot === null) return;
    for (const listener of this.listeners) listener.dispose();
    this.listeners = [];
    this.decorations?.clear();
    this.decorations = null;
    this.matched?.clear();
    this.matched = null;
    this.slot.host.style.cssText = "";
    if (this.ownScroll) this.scrollItself(false);
    release(this.slot);
    this.slot = null;
    this.box = null;
  }

  dispose(): void {
    this.onChange = null;
    this.onHeight = null;
    this.onFocus = null;
    this.detach();
    this.model.dispose();
  }

  apply(settings: BlockSettings): void {
    this.settings = settings;
    const { readOnly, label } = settings;
    const wrapping = wrappingFor(this.widths, this.model.getValueLength());
    const said = `${readOnly} ${wrapping} ${label}`;
    if (this.slot !== null && this.slot.settings !== said) {
      this.slot.settings = said;
      this.slot.editor.updateOptions({
        readOnly,
        domReadOnly: readOnly,
        ariaLabel: label,
        cursorStyle: readOnly ? "line-thin" : "line",
        renderValidationDecorations: readOnly ? "off" : "on",
        wrappingStrategy: wrapping,
      });
    }
    if (this.model.getLanguageId() !== settings.language) {
      this.monaco.editor.setModelLanguage(this.model, settings.language);
    }
  }

  /** @param width the block's width in px */
  resize(width: number): void {
    if (width === this.width && this.height !== null && this.slot === null) return;
    if (width !== this.width) this.height = null;
    this.width = width;
    this.layout();
  }

  focus(): void {
    this.slot?.editor.focus();
  }

  /**
   * Scrolls to a span and puts the cursor there.
   * @param quietly does not move the focus
   */
  reveal(span: Span, quietly: boolean): void {
    if (this.slot === null) return;
    const from = this.model.getPositionAt(span.start);
    const to = this.model.getPositionAt(span.end);
    this.slot.editor.setSelection(this.monaco.Range.fromPositions(from, to));
    if (!quietly) this.slot.editor.focus();
    if (this.scroller === null) return this.slot.editor.revealLineInCenter(from.lineNumber);
    const view = this.scroller.getBoundingClientRect();
    const { top, bottom } = this.where(span);
    if (top >= view.top + MARGIN && bottom <= view.bottom - MARGIN) return;
    this.scroller.scrollTop += top - view.top - view.height / 3;
  }

  /** The position of a span in the window, in px. */
  where(span: Span): { top: number; bottom: number } {
    const { slot, box, monaco } = this;
    if (slot === null || box === null) return { top: 0, bottom: 0 };
    const from = this.model.getPositionAt(span.start);
    const to = this.model.getPositionAt(span.end);
    const own = this.ownScroll ? slot.editor.getScrollTop() : 0;
    const start = box.getBoundingClientRect().top - own;
    const lead = slot.editor.getOption(monaco.editor.EditorOption.lineHeight);
    return {
      top: start + slot.editor.getTopForPosition(from.lineNumber, from.column),
      bottom: start + slot.editor.getTopForPosition(to.lineNumber, to.column) + lead,
    };
  }

  /** Scrolls to a span; cursor and focus stay. */
  show(span: Span): void {
    const { slot, box } = this;
    if (slot === null || box === null) return;
    const at = this.model.getPositionAt(span.start);
    slot.editor.revealPositionInCenterIfOutsideViewport(at);
    showInside(box, slot.editor.getTopForPosition(at.lineNumber, at.column));
  }

  /** Highlights the find bar's matches. */
  match(matches: Matches): void {
    this.matches = matches;
    this.matched?.set(matchDecorations(this.monaco, this.model, matches));
  }

  mark(marks: BlockMarks): void {
    this.marks = marks;
    const { Range } = this.monaco;
    const lines = (marks.edited ?? []).map((line) => ({
      range: new Range(line, 1, line, 1),
      options: { isWholeLine: true, linesDecorationsClassName: "countersign-edited" },
    }));
    const spans = (marks.found ?? []).map((span) => {
      const range = Range.fromPositions(
        this.model.getPositionAt(span.start),
        this.model.getPositionAt(span.end),
      );
      const codes = codesOf(this.model.getValueInRange(range), span.codes);
      return {
        range,
        options: {
          inlineClassName: span.tone === undefined ? "countersign-found" : looks[span.tone],
          ...(span.tone === "placeholder"
            ? {}
            : { linesDecorationsClassName: lineLook(span.tone) }),
          ...(span.words === undefined ? {} : { hoverMessage: { value: plain(span.words) } }),
          showIfCollapsed: true,
          ...(codes === ""
            ? {}
            : { after: { content: codes, inlineClassName: "countersign-code" } }),
        },
      };
    });
    const blanks = (marks.blanks ?? []).map(({ start, end, box }) => ({
      range: Range.fromPositions(this.model.getPositionAt(start), this.model.getPositionAt(end)),
      options: {
        inlineClassName: "countersign-blanks",
        inlineClassNameAffectsLetterSpacing: true,
        after: { content: box, inlineClassName: "countersign-code" },
      },
    }));
    this.decorations?.set([...lines, ...spans, ...blanks]);
  }

  /** The scroller moved: a tall block renders the part that is now in view. */
  followScroll(): void {
    if (this.slot === null || this.box === null || this.scroller === null || !this.tall()) return;
    const top = this.scroller.getBoundingClientRect().top - this.box.getBoundingClientRect().top;
    this.quiet = true;
    this.slot.editor.setScrollTop(Math.max(0, top));
    this.quiet = false;
  }

  /** Added text may turn lines that could be counted into lines that must be measured. */
  private widen(added: string): void {
    const widths = widthsTogether(this.widths, widthsOf(added));
    if (widths === this.widths) return;
    this.widths = widths;
    // After all listeners have seen the change: options alter the lines the event refers to.
    queueMicrotask(() => {
      if (this.slot !== null && this.settings !== null) this.apply(this.settings);
    });
  }

  private tall(): boolean {
    return this.scroller !== null && (this.height ?? 0) > tallest;
  }

  private layout(): void {
    if (this.slot === null || this.width === 0) return;
    const { editor: shown, host } = this.slot;
    // The width first: the height of wrapped text depends on it.
    if (shown.getLayoutInfo().width !== this.width) {
      shown.layout({ width: this.width, height: shown.getLayoutInfo().height });
    }
    const height = shown.getContentHeight();
    const changed = height !== this.height;
    this.height = height;
    const windowed = this.tall() && this.scroller !== null;
    // Without a scrolling container, a very tall block scrolls by itself.
    const seen = windowed
      ? Math.min(height, this.scroller.clientHeight)
      : Math.min(height, tallest);
    const own = seen < height && !windowed;
    if (own !== this.ownScroll) this.scrollItself(own);
    host.style.cssText = windowed ? "position:sticky;top:0" : "";
    if (shown.getLayoutInfo().height !== seen) shown.layout({ width: this.width, height: seen });
    if (changed) this.onHeight?.(height);
    if (windowed) this.followScroll();
  }

  private scrollItself(own: boolean): void {
    this.ownScroll = own;
    const vertical = own ? "auto" : "hidden";
    this.slot?.editor.updateOptions({ scrollbar: { vertical, handleMouseWheel: own } });
  }

  /** The editor scrolled by itself (cursor movement, find): scroll the document with it. */
  private pushScroll(): void {
    if (this.quiet || this.slot === null || this.box === null || this.scroller === null) return;
    if (!this.tall()) return;
    const boxTop =
      this.box.getBoundingClientRect().top -
      this.scroller.getBoundingClientRect().top +
      this.scroller.scrollTop;
    this.scroller.scrollTop = boxTop + this.slot.editor.getScrollTop();
  }

  /** Keeps the cursor visible, as a scrolling editor would. */
  private revealCursor(): void {
    if (this.slot === null || this.scroller === null || this.tall()) return;
    const shown = this.slot.editor;
    if (!shown.hasTextFocus()) return;
    const position = shown.getPosition();
    const place = position === null ? null : shown.getScrolledVisiblePosition(position);
    if (place === null) return;
    const view = this.scroller.getBoundingClientRect();
    const top = this.slot.host.getBoundingClientRect().top + place.top - view.top;
    if (top < MARGIN) this.scroller.scrollTop += top - MARGIN;
    const below = top + place.height + MARGIN - view.height;
    if (below > 0) this.scroller.scrollTop += below;
  }

  /** Escape moves the focus to the surrounding block, unless one of the editor's widgets handles it. */
  private leave(event: KeyboardEvent): void {
    const node = this.slot?.editor.getDomNode();
    const widget = node?.querySelector(".find-widget.visible, .suggest-widget.visible");
    if (widget !== null && widget !== undefined) return;
    event.stopPropagation();
    this.box?.closest<HTMLElement>("[data-leave]")?.focus();
  }
}
