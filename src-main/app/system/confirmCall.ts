// Asks with a system dialog before an IPC call that no user input preceded. A script in the window can trigger the
// dialog but neither word nor answer it.
import { dialog } from "electron";
import type { BrowserWindow, MessageBoxOptions } from "electron";
import type { ActCall } from "#shared/contract/contract.ts";
import { callWords } from "./callWords.ts";
import type { CallNames } from "./callWords.ts";

/** True when the user confirms. Cancel is the default, also for Escape. */
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
