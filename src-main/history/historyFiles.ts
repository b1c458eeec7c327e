// Exports the history to files that the user chooses.
import path from "node:path";
import { csvHeading, csvLine } from "#shared/ledger/factsCsv.ts";
import type {
  ExportKind,
  HistoryExported,
  HistorySelection,
  HistoryTask,
} from "#shared/ledger/files.ts";
import { HISTORY_PAGE_MAX, fromJsonText } from "#shared/ledger/history.ts";
import type { HistoryRow } from "#shared/ledger/history.ts";
import type { JsonObject } from "#shared/json.ts";
import { fail, ok } from "#shared/outcome.ts";
import type { Failure, Outcome } from "#shared/outcome.ts";
import type { FileJobThread } from "./fileJobs.ts";
import type { HistoryThread } from "./historyThread.ts";
import { Stopped, writeWhole } from "../core/media/wholeFile.ts";

/** The system's file dialogs; null when the user cancelled. */
export interface FileDialogs {
  placeToSave(name: string): Promise<string | null>;
}

export interface HistoryFilesParts {
  index: Pick<HistoryThread, "read">;
  jobs: Pick<FileJobThread, "run" | "cancel">;
  dialogs: FileDialogs;
  /** The current path of the ledger. */
  ledger(): string;
  /** The ledger's encryption key, or null. */
  key(): string | null;
  /** Reports progress of an export; null at its end. */
  task(task: HistoryTask | null): void;
  /** Adds a row to the ledger that the user exported. */
  note(kind: "exported", facts: JsonObject): Outcome<void, Failure>;
  /** Signs the ledger's last row, if a key is available. */
  sign(): void;
  nowMs(): number;
}

type AsyncOutcome<T> = Promise<Outcome<T, Failure>>;

const ENDING: Record<ExportKind, string> = { lines: "jsonl", facts: "jsonl", csv: "csv" };

export class HistoryFilesService {
  readonly #parts: HistoryFilesParts;
  #cancelled = false;
  /** Exports in progress. */
  readonly #running = new Set<Promise<unknown>>();

  constructor(parts: HistoryFilesParts) {
    this.#parts = parts;
  }

  /** Exports the selection; null when the user cancelled the dialog. */
  async export(
    selection: HistorySelection,
    kind: ExportKind,
  ): AsyncOutcome<HistoryExported | null> {
    const file = await this.#parts.dialogs.placeToSave(`countersign-history.${ENDING[kind]}`);
    if (file === null) return ok(null);
    this.#cancelled = false;
    this.#parts.task({ done: 0, total: 0 });
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

  async #lines(selection: HistorySelection, file: string, contents: boolean) {
    const requests = await this.#ids(selection);
    if (!requests.ok) return requests;
    const { ledger, nowMs, task, note, sign } = this.#parts;
    const count = requests.value?.length ?? null;
    const noted = note("exported", { contents, requests: count });
    if (!noted.ok) return noted;
    // So that the export can be checked against a signature.
    sign();
    return this.#parts.jobs.run(
      {
        kind: "export",
        ledger: ledger(),
        key: this.#parts.key(),
        requests: requests.value,
        contents,
        file,
        nowMs: nowMs(),
      },
      task,
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
    const { index, task } = this.#parts;
    const first = await index.read("find", "filter" in selection ? selection.filter : "");
    if (!first.ok) return first;
    const { query, ...count } = fromJsonText(first.value);
    let { total, left } = count;
    for (let from = 0; from < total || left > 0;) {
      if (this.#cancelled) return fail({ kind: "cancelled" });
      // Pages are whole, but for the last.
      if (left > 0 && total - from < HISTORY_PAGE_MAX) {
        const more = await index.read("more", query);
        if (!more.ok) return more;
        ({ total, left } = more.value);
        continue;
      }
      const next = await index.read("page", query, from, HISTORY_PAGE_MAX);
      if (!next.ok) return next;
      fromJsonText(next.value).forEach(each);
      await page();
      from = Math.min(total, from + HISTORY_PAGE_MAX);
      task({ done: from, total: left > 0 ? 0 : total });
    }
    return ok(null);
  }
}
