// A pool of editors: a block that comes into view takes one, and returns it when it leaves. Creating an editor takes
// several milliseconds, reusing one about one.
import type { editor } from "monaco-editor/editor/editor.api";
import { editorOptions } from "./options.ts";

export type Monaco = typeof import("./monaco.ts");

export interface Slot {
  editor: editor.IStandaloneCodeEditor;
  /** The element that holds the editor; it moves between blocks. */
  host: HTMLDivElement;
  /** A key of the options last set: setting the same options again would cost milliseconds. */
  settings: string;
}

/** Idle editors kept; only a very tall window uses more at once. */
const keep = 12;
const idle: Slot[] = [];
let parking: HTMLElement | null = null;

/**
 * The container of idle editors: in the document, so that fonts can be measured, but invisible and hidden from
 * assistive technology.
 */
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

/** The usual width (px) of blocks: an editor that already has it needs no new layout. */
let usualWidth = 600;
export function expectWidth(width: number): void {
  usualWidth = width;
}

/** Takes an editor for a block; the caller owns it until `release`. */
export function acquire(monaco: Monaco): Slot {
  return idle.pop() ?? create(monaco);
}

/** Returns an editor; its model stays with the caller. */
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
 * Creates `count` editors in advance and renders each once, so that fonts are measured and the first request's code
 * paths are warm. Each step runs in its own idle period, since the first ones take long.
 */
export function warmPool(monaco: Monaco, count: number): void {
  // Blocks may have created their own editors meanwhile.
  if (count === 0 || idle.length >= keep) return;
  atIdle(() => {
    const slot = create(monaco);
    atIdle(() => {
      drawOnce(monaco, slot);
      warmPool(monaco, count - 1);
    });
  });
}

/** Without a timeout: a busy window creates only the editors it needs. */
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
