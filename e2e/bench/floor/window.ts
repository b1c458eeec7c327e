// The floor's window: one warm Monaco editor and one button.
import * as monaco from "monaco-editor/editor/editor.api";
import EditorWorker from "monaco-editor/editor/editor.worker?worker";

interface Floor {
  onRequest: (listener: (text: string) => void) => void;
  reply: (text: string) => void;
}
const { floor } = window as unknown as { floor: Floor };

self.MonacoEnvironment = { getWorker: () => new EditorWorker() };
const host = document.querySelector<HTMLElement>("#editor");
const button = document.querySelector<HTMLButtonElement>("#reply");
if (host === null || button === null) throw new Error("the page is not the floor's");

const editor = monaco.editor.create(host, {
  value: "warm",
  language: "plaintext",
  minimap: { enabled: false },
  dimension: { width: 800, height: 200 },
});
floor.onRequest((text) => {
  editor.getModel()?.dispose();
  editor.setModel(monaco.editor.createModel(text, "plaintext"));
});
button.addEventListener("click", () => floor.reply("the answer"));
