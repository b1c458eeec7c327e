// Collects, while Playwright runs the suite, which step of which subject passed; writes it as JSON for the table.
import { writeFileSync } from "node:fs";
import type { Reporter, TestCase, TestResult } from "playwright/types/testReporter";
import { keyOf, type Row } from "./results.ts";
import { nameOf, STEPS, wordsOf } from "./subject.ts";
import { subjects } from "./subjects.ts";

const isStep = (title: string): title is Row["tried"][number]["step"] =>
  Object.values(STEPS).some((step) => step === title);

/** A row before date and platform of its run are known. */
export type Found = Omit<Row, "date" | "electron">;

/** `COUNTERSIGN_INTEROP_FOUND` names the file to write. */
class FoundReporter implements Reporter {
  readonly #rows = new Map<string, Found>();

  onTestEnd(test: TestCase, result: TestResult): void {
    const subject = subjects.find((one) => test.title.split(": ")[0] === nameOf(one));
    if (subject === undefined || result.status === "skipped") return;
    const { family, version, transport, revision } = subject;
    const givesUp = wordsOf(subject.givesUp);
    const fresh: Found = { family, version, transport, revision, tried: [], givesUp };
    const row = this.#rows.get(keyOf(subject)) ?? fresh;
    this.#rows.set(keyOf(subject), row);
    const steps = result.steps.filter(({ category }) => category === "test.step");
    for (const { title, error } of steps) {
      if (isStep(title)) row.tried.push({ step: title, passed: error === undefined });
    }
    // A failure outside of any step counts before the first.
    const told = steps.some(({ error }) => error !== undefined);
    if (result.status !== "passed" && !told) row.tried.push({ step: STEPS.approve, passed: false });
  }

  onEnd(): void {
    const file = process.env["COUNTERSIGN_INTEROP_FOUND"];
    if (file !== undefined) writeFileSync(file, JSON.stringify([...this.#rows.values()]));
  }
}

// Playwright loads a reporter from a file's default export.
// oxlint-disable-next-line import/no-default-export
export default FoundReporter;
