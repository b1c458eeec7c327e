// The whole bridge: two functions, no object of Electron, nothing else of Node. Runs sandboxed.
import { contextBridge, ipcRenderer } from "electron";
import type { DeskBridge } from "#shared/contract/contract.ts";
import { INVOKE_CHANNEL, PUSH_CHANNEL } from "#shared/contract/names.ts";

const bridge: DeskBridge = {
  invoke: (channel, ...args) => ipcRenderer.invoke(INVOKE_CHANNEL, channel, args),
  subscribe(listener) {
    const hear = (_event: unknown, pushes: string): void => listener(pushes);
    ipcRenderer.on(PUSH_CHANNEL, hear);
    return () => ipcRenderer.removeListener(PUSH_CHANNEL, hear);
  },
};

contextBridge.exposeInMainWorld("desk", bridge);
