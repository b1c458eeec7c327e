// A reporter of Vitest's that writes down what no test was to blame for: its JSON report does not tell it.
import { writeFileSync } from "node:fs";
import process from "node:process";

export default class Unhandled {
  /**
   * @param {unknown} _modules
   * @param {readonly { message?: string, cause?: { message?: string } }[]} unhandledErrors
   */
  onTestRunEnd(_modules, unhandledErrors) {
    const file = process.env["COUNTERSIGN_UNHANDLED"];
    if (file === undefined) return;
    const words = unhandledErrors.map(({ message, cause }) => `${message}: ${cause?.message}`);
    writeFileSync(file, JSON.stringify(words));
  }
}
