// A warm pool of editors: a block that comes into view takes one, one that leaves gives it back.
// A new editor costs milliseconds, a recycled one about one (facts/runtime.md).
import type { editor } from "monaco-editor/editor/editor.api";
import type { Monaco } from "./load.ts";
import { editorOptions } from "./options.ts";

export interface Slot {
  editor: editor.IStandaloneCodeEditor;
  /** The element that holds the editor; it moves between blocks. */
  host: HTMLDivElement;
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
    dimension: { width: 600, height: 40 },
  });
  return { editor: made, host };
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

/** Makes `count` editors ahead of need and lets the first draw once, so that fonts are measured. */
export function warmPool(monaco: Monaco, count: number): void {
  while (idle.length < count) idle.push(create(monaco));
  const first = idle[0];
  if (first === undefined) return;
  const model = monaco.editor.createModel("Countersign\n{}", "markdown");
  first.editor.setModel(model);
  first.editor.layout({ width: 600, height: 60 });
  requestAnimationFrame(() => {
    if (first.editor.getModel() === model) first.editor.setModel(null);
    model.dispose();
  });
}
