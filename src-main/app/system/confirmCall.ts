// Asks by the system's own dialog before a call that no press of the user's stands behind. A script in the window can make
// the dialog come up, but neither word nor answer it.
import { dialog } from "electron";
import type { BrowserWindow, MessageBoxOptions } from "electron";
import type { ActCall } from "../../../src-shared/ipc/contract.ts";
import { callWords } from "./callWords.ts";
import type { CallNames } from "./callWords.ts";

/** True when the user wants it. Cancel is the default, and what Escape means. */
export async function confirmCall(
  call: ActCall,
  window: BrowserWindow | null,
  names: CallNames,
): Promise<boolean> {
  const { message, detail, cancel, go } = callWords(call, names);
  const options: MessageBoxOptions = {
    type: "warning",
    message,
    detail,
    buttons: [cancel, go],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
  };
  const { response } = await (window === null
    ? dialog.showMessageBox(options)
    : dialog.showMessageBox(window, options));
  return response === 1;
}
