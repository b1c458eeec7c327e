// The whole bridge: two functions, no object of Electron, nothing else of Node. Runs sandboxed.
import { contextBridge, ipcRenderer } from "electron";
import type { DeskBridge } from "../../src-shared/ipc/contract.ts";
import { INVOKE_CHANNEL, PUSH_CHANNEL } from "../../src-shared/ipc/names.ts";

const bridge: DeskBridge = {
  invoke: (channel, ...args) => ipcRenderer.invoke(INVOKE_CHANNEL, channel, args),
  subscribe(listener) {
    // Null until a text begins: who listens from the middle of one on hears the next.
    let begun: string | null = null;
    const hear = (_event: unknown, piece: string, first: boolean, last: boolean): void => {
      if (first) begun = "";
      if (begun === null) return;
      begun += piece;
      if (!last) return;
      const pushes = begun;
      begun = null;
      listener(pushes);
    };
    ipcRenderer.on(PUSH_CHANNEL, hear);
    return () => ipcRenderer.removeListener(PUSH_CHANNEL, hear);
  },
};

contextBridge.exposeInMainWorld("desk", bridge);
