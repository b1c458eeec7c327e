// What the preload script puts into the window, for code that tests run there.
import type { DeskBridge } from "../../src-shared/contract/contract.ts";

declare global {
  interface Window {
    readonly desk: DeskBridge;
    /** For tests only: `e2e/support/press.ts`. */
    readonly pressKey: () => Promise<void>;
  }
}
