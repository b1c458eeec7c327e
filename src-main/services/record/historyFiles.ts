// Exports the history to files that the user chooses, and opens such an export for reading.
import { rm } from "node:fs/promises";
import path from "node:path";
import { csvHeading, csvLine } from "#shared/ledger/factsCsv.ts";
import type {
  ExportKind,
  HistoryExported,
  HistoryImported,
  HistorySelection,
  HistoryTask,
} from "#shared/ledger/files.ts";
import { HISTORY_PAGE_MAX, fromJsonText } from "#shared/ledger/history.ts";
import type { HistoryRow } from "#shared/ledger/history.ts";
import type { ReportPlan } from "#shared/report/plan.ts";
import type { JsonObject } from "#shared/json.ts";
import { fail, ok } from "#shared/outcome.ts";
import type { Failure, Outcome } from "#shared/outcome.ts";
import type { FileDialogs, FileJobs } from "./historyFilePorts.ts";
import type { HistorySource } from "./historySource.ts";
import { safeName, Stopped, writeWhole } from "../media/wholeFile.ts";

export interface HistoryFilesParts {
  source: HistorySource;
  jobs: FileJobs;
  dialogs: FileDialogs;
  /** The current path of the ledger. */
  ledger(): string;
  /** The ledger's encryption key, or null. */
  key(): string | null;
  /** A folder for the imported ledger. */
  importFolder(): string;
  /** Reports progress of an export or import; null at its end. */
  task(task: HistoryTask | null): void;
  /** Adds a row to the ledger that the user exported or imported. */
  note(kind: "exported" | "imported", facts: JsonObject): Outcome<void, Failure>;
  /** Signs the ledger's last row, if a key is available. */
  sign(): void;
  nowMs(): number;
}

type AsyncOutcome<T> = Promise<Outcome<T, Failure>>;

const ENDING: Record<ExportKind, string> = { lines: "jsonl", facts: "jsonl", csv: "csv" };

export class HistoryFilesService {
  readonly #parts: HistoryFilesParts;
  #cancelled = false;
  /** Exports and imports in progress. */
  readonly #running = new Set<Promise<unknown>>();

  constructor(parts: HistoryFilesParts) {
    this.#parts = parts;
  }

  /** Exports the selection; null when the user cancelled the dialog. */
  async export(
    selection: HistorySelection,
    kind: ExportKind,
  ): AsyncOutcome<HistoryExported | null> {
    // An open import is already a file; there is nothing to export.
    if (this.#parts.source.imported !== null) return fail({ kind: "busy" });
    const file = await this.#parts.dialogs.placeToSave(`countersign-history.${ENDING[kind]}`);
    if (file === null) return ok(null);
    this.#cancelled = false;
    this.#parts.task({ what: "export", done: 0, total: 0 });
    const written = await this.#during(
      kind === "csv" ? this.#csv(selection, file) : this.#lines(selection, file, kind === "lines"),
    );
    this.#parts.task(null);
    return written.ok ? ok({ file: path.basename(file), ...written.value }) : written;
  }

  cancel(): void {
    this.#cancelled = true;
    this.#parts.jobs.cancel();
  }

  /** Cancels what is running, and waits until partial files are deleted. */
  async close(): Promise<void> {
    this.cancel();
    await Promise.allSettled(this.#running);
  }

  async #during<R>(work: Promise<R>): Promise<R> {
    this.#running.add(work);
    try {
      return await work;
    } finally {
      this.#running.delete(work);
    }
  }

  /** Writes a page about one request; null when the user cancelled the dialog. */
  async report(
    sampleId: string,
    name: string,
    plan: ReportPlan,
  ): AsyncOutcome<HistoryExported | null> {
    const { dialogs, jobs, task, source } = this.#parts;
    const file = await dialogs.placeToSave(`${safeName(name)}.html`);
    if (file === null) return ok(null);
    const own = { ledger: this.#parts.ledger(), key: this.#parts.key() };
    const from = source.other ?? own;
    task({ what: "report", done: 0, total: 0 });
    const written = await this.#during(
      jobs.run({ kind: "report", ...from, sampleId, plan, file }, (done, total) =>
        task({ what: "report", done, total }),
      ),
    );
    task(null);
    if (written.ok) return ok({ file: path.basename(file), items: 1, ...written.value });
    const { failure } = written;
    // The failure concerns the imported ledger, not this profile's.
    return from !== own && failure.kind === "history-unavailable"
      ? fail({ kind: "import-unreadable", detail: failure.detail })
      : written;
  }

  closeImported(): Promise<void> {
    return this.#parts.source.closeImported();
  }

  /** Opens an export for reading in place of the profile's history; null when the user cancelled the dialog. */
  async import(): AsyncOutcome<HistoryImported | null> {
    const file = await this.#parts.dialogs.fileToRead();
    if (file === null) return ok(null);
    const into = path.join(this.#parts.importFolder(), "ledger.db");
    // The imported ledger is encrypted just like the profile's own.
    const key = this.#parts.key();
    this.#parts.task({ what: "import", done: 0, total: 0 });
    const read = await this.#during(
      this.#parts.jobs.run({ kind: "import", file, into, key }, (done, total) =>
        this.#parts.task({ what: "import", done, total }),
      ),
    );
    this.#parts.task(null);
    if (!read.ok) {
      const { failure } = read;
      const named = failure.kind === "import-broken" || failure.kind === "import-not-export";
      return named ? fail({ ...failure, file: path.basename(file) }) : read;
    }
    const { ledger, rows } = read.value;
    const noted = this.#parts.note("imported", { ledger, rows });
    if (!noted.ok) {
      await rm(path.dirname(into), { recursive: true, force: true });
      return noted;
    }
    const imported: HistoryImported = { name: path.basename(file), ...read.value };
    await this.#parts.source.open(imported, into, key);
    return ok(imported);
  }

  async #lines(selection: HistorySelection, file: string, contents: boolean) {
    const samples = await this.#ids(selection);
    if (!samples.ok) return samples;
    const { ledger, nowMs, task, note, sign } = this.#parts;
    const count = samples.value?.length ?? null;
    const noted = note("exported", { contents, requests: count });
    if (!noted.ok) return noted;
    // So that the export can be checked against a signature.
    sign();
    return this.#parts.jobs.run(
      {
        kind: "export",
        ledger: ledger(),
        key: this.#parts.key(),
        samples: samples.value,
        contents,
        file,
        nowMs: nowMs(),
      },
      (done, total) => task({ what: "export", done, total }),
    );
  }

  /** The selected requests; null for all. */
  async #ids(selection: HistorySelection): AsyncOutcome<string[] | null> {
    if ("ids" in selection) return ok(selection.ids);
    if (selection.filter === "") return ok(null);
    const ids: string[] = [];
    const all = await this.#rows(selection, ({ facts }) => void ids.push(facts.id));
    return all.ok ? ok(ids) : all;
  }

  async #csv(selection: HistorySelection, file: string) {
    let items = 0;
    const wanted = "ids" in selection ? new Set(selection.ids) : null;
    return writeWhole(file, async (handle) => {
      await handle.appendFile(csvHeading());
      let lines = "";
      const all = await this.#rows(
        wanted === null ? selection : { filter: "" },
        ({ facts }) => {
          if (wanted !== null && !wanted.has(facts.id)) return;
          items += 1;
          lines += csvLine(facts);
        },
        async () => {
          await handle.appendFile(lines);
          lines = "";
        },
      );
      if (!all.ok) throw new Stopped(all.failure);
    }).then((written) => (written.ok ? ok({ bytes: written.value, items }) : written));
  }

  /** Calls `each` for every row that matches the filter, and `page` after each page. */
  async #rows(
    selection: HistorySelection,
    each: (row: HistoryRow) => void,
    page: () => Promise<void> = async () => undefined,
  ): AsyncOutcome<null> {
    const { source, task } = this.#parts;
    const first = await source.read("find", "filter" in selection ? selection.filter : "");
    if (!first.ok) return first;
    const { query, total } = fromJsonText(first.value);
    for (let from = 0; from < total; from += HISTORY_PAGE_MAX) {
      if (this.#cancelled) return fail({ kind: "cancelled" });
      const next = await source.read("page", query, from, HISTORY_PAGE_MAX);
      if (!next.ok) return next;
      fromJsonText(next.value).forEach(each);
      await page();
      task({ what: "export", done: Math.min(total, from + HISTORY_PAGE_MAX), total });
    }
    return ok(null);
  }
}
