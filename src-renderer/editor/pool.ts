// A warm pool of editors: a block that comes into view takes one, one that leaves gives it back.
// A new editor costs milliseconds, a recycled one about one (facts/runtime.md).
import type { editor } from "monaco-editor/editor/editor.api";
import { editorOptions } from "./options.ts";

export type Monaco = typeof import("./monaco.ts");

export interface Slot {
  editor: editor.IStandaloneCodeEditor;
  /** The element that holds the editor; it moves between blocks. */
  host: HTMLDivElement;
  /** What the last block set, as one word: setting the same again would cost milliseconds. */
  settings: string;
}

/** Idle editors kept; more than this at once is a very tall window. */
const keep = 12;
const idle: Slot[] = [];
let parking: HTMLElement | null = null;

/** Where idle editors wait: in the document, so that fonts are measured, but out of sight and hearing. */
function park(): HTMLElement {
  if (parking === null || !parking.isConnected) {
    parking = document.createElement("div");
    parking.setAttribute("aria-hidden", "true");
    parking.inert = true;
    parking.style.cssText =
      "position:fixed;top:-10000px;left:0;width:600px;height:400px;overflow:hidden;visibility:hidden;contain:strict";
    document.body.append(parking);
  }
  return parking;
}

function create(monaco: Monaco): Slot {
  const host = document.createElement("div");
  park().append(host);
  const made = monaco.editor.create(host, {
    ...editorOptions(true),
    model: null,
    dimension: { width: usualWidth, height: 40 },
  });
  return { editor: made, host, settings: "" };
}

/** The width (px) of the blocks on screen: an editor that has it already need not be laid out anew. */
let usualWidth = 600;
export function expectWidth(width: number): void {
  usualWidth = width;
}

/** An editor for a block, the caller's until `release`. */
export function acquire(monaco: Monaco): Slot {
  return idle.pop() ?? create(monaco);
}

/** Gives an editor back; its model stays the caller's. */
export function release(slot: Slot): void {
  slot.editor.setModel(null);
  if (idle.length >= keep) {
    slot.editor.dispose();
    slot.host.remove();
    return;
  }
  park().append(slot.host);
  idle.push(slot);
}

/**
 * Makes `count` editors ahead of need, and lets each draw once, so that fonts are measured and the paths that the first
 * request takes are warm: each step in an idle moment of its own, for the first takes long.
 */
export function warmPool(monaco: Monaco, count: number): void {
  // Blocks may have taken editors of their own meanwhile.
  if (count === 0 || idle.length >= keep) return;
  atIdle(() => {
    const slot = create(monaco);
    atIdle(() => {
      drawOnce(monaco, slot);
      warmPool(monaco, count - 1);
    });
  });
}

/** Without a latest moment: a window that is busy makes the editors that it needs, and no others. */
const atIdle = (call: () => void): void => void requestIdleCallback(() => call());

function drawOnce(monaco: Monaco, slot: Slot): void {
  const { editor } = slot;
  const model = monaco.editor.createModel("# Countersign\n\n- `warm` **up**\n", "markdown");
  editor.setModel(model);
  editor.updateOptions({ readOnly: false, ariaLabel: "" });
  editor.layout({ width: usualWidth, height: editor.getContentHeight() });
  idle.push(slot);
  requestAnimationFrame(() => {
    if (editor.getModel() === model) editor.setModel(null);
    model.dispose();
  });
}
