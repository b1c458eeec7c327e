// A page about one request over a real ledger, written by the thread's job: whole or not at all, hostile text as text,
// images byte for byte, from the ledger or an opened export.
import { createHash, randomBytes } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import Libsql from "libsql";
import { afterEach, beforeEach, expect, it } from "vitest";
import { fail } from "#shared/outcome.ts";
import type { ReportPlan } from "#shared/report/plan.ts";
import { Desk } from "../desk/core/desk.ts";
import { FakeListener, FakeGenerator, FakeServer } from "../desk/testing/fakes.ts";
import type { ReportJob } from "../services/record/historyFilePorts.ts";
import { HistoryFilesService } from "../services/record/historyFiles.ts";
import type { HistoryFilesParts } from "../services/record/historyFiles.ts";
import { reportJob } from "../store/export/reportJob.ts";
import { SqliteContentDeletion } from "../store/ledger/contentDeletion.ts";
import { openLedger } from "../store/ledger/ledger.ts";
import { hasher } from "./hasher.ts";

let folder: string;
let store: ReturnType<typeof openLedger>;
let desk: Desk;

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), "countersign-report-"));
  store = openLedger(path.join(folder, "ledger.db"));
  let ids = 0;
  desk = new Desk({
    ledger: store.ledger,
    media: store.media,
    generator: new FakeGenerator(),
    audience: new FakeListener(),
    hasher,
    clock: { nowMs: () => 1000, newId: () => `id${(ids += 1)}` },
    masterSwitch: "review",
  });
});
afterEach(() => {
  store.close();
  rmSync(folder, { recursive: true, force: true });
});

const plan: ReportPlan = {
  language: "en",
  outcome: "Rejected",
  forgotten: "Forgotten.",
  transport: "Command",
  facts: {
    id: "Id",
    received: "Received",
    ended: "Ended",
    claims: "Claims",
    transport: "Transport",
    where: "Command",
    protocol: "Protocol",
    call: "Call",
  },
  documents: [{ id: "asked", title: "Asked", by: "server" }],
  forgottenHere: "Forgotten here.",
  system: "System",
  rest: "Rest",
  made: "Made.",
  events: { title: "Events", head: ["1", "2", "3", "4", "5"], rows: [] },
};

function ended(...content: object[]): string {
  const server = new FakeServer();
  const { sampleId, withdraw } = desk.receive(
    server.request({ messages: [{ role: "user", content }], maxTokens: 9 } as never),
  );
  withdraw({ kind: "server-cancelled" });
  return sampleId;
}

function write(sampleId: string, more: Partial<ReportJob> = {}) {
  const file = path.join(folder, "page.html");
  const ledger = path.join(folder, "ledger.db");
  const steps = reportJob({ kind: "report", ledger, key: null, sampleId, plan, file, ...more });
  const done: number[] = [];
  for (;;) {
    const step = steps.next();
    if (step.done === true) return { outcome: step.value, done, file };
    done.push(step.value.done);
  }
}

const png = (bytes: number): Buffer =>
  Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), randomBytes(bytes)]);

it("shows hostile text as text, under a policy that lets nothing run or load", () => {
  const hostile = "</pre></style><script>alert(1)</script><svg onload=alert(1)>\"'`&lt;\u202e";
  const id = ended({ type: "text", text: hostile });
  const { outcome, file } = write(id);
  const html = readFileSync(file, "utf8");
  expect(outcome).toEqual({ ok: true, value: { bytes: statSync(file).size } });
  expect(html).not.toMatch(/<(?:script|svg|iframe|object|link|base|form)/i);
  expect(html).not.toMatch(/\son[a-z]+\s*=\s*[^&]*>/i);
  expect(html).not.toContain("\u202e");
  expect(html).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
  expect(html.indexOf("Content-Security-Policy")).toBeLessThan(html.indexOf("<title>"));
  expect(html).toContain("default-src 'none'; style-src 'unsafe-inline'; img-src data:");
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

it("is written in pieces, with images of many megabytes byte for byte", () => {
  const [one, other] = [png(3_000_001), png(2_000_002)];
  const id = ended(
    ...[one, other].map((bytes) => ({
      type: "image",
      mimeType: "image/png",
      data: bytes.toString("base64"),
    })),
    { type: "text", text: "x\n".repeat(100_000) },
  );
  const { outcome, done, file } = write(id);
  expect(outcome.ok).toBe(true);
  // Progress is reported many times, and no step is large.
  expect(done.length).toBeGreaterThan(10);
  const steps = done.map((bytes, at) => bytes - (done[at - 1] ?? 0));
  expect(Math.max(...steps)).toBeLessThan(2_000_000);
  const html = readFileSync(file, "utf8");
  const shown = [...html.matchAll(/src="data:image\/png;base64,([^"]*)"/g)].map(([, text]) =>
    Buffer.from(text ?? "", "base64"),
  );
  const hash = (bytes: Buffer): string => createHash("sha256").update(bytes).digest("hex");
  expect(shown.map(hash)).toEqual([one, other].map(hash));
  expect(html.endsWith("</body>\n</html>\n")).toBe(true);
});

it("says what content was deleted, and shows what is left", () => {
  const id = ended({ type: "text", text: "zauberformel" });
  const forgetting = new SqliteContentDeletion(store.file, () => undefined);
  const how = { by: { kind: "person" }, why: "asked", mediaOnly: false, atMs: 2000 } as const;
  expect(forgetting.forget(id, how).ok).toBe(true);
  const { outcome, file } = write(id);
  expect(outcome.ok).toBe(true);
  const html = readFileSync(file, "utf8");
  expect(html).toContain("Forgotten here.");
  expect(html).toContain("<code>forgotten</code></td>");
  expect(html).toContain('<th scope="row">Command</th><td>Forgotten here.</td>');
  expect(html).not.toContain("zauberformel");
});

it("leaves no partial file if it cannot be written, or if there is no such request", () => {
  const id = ended({ type: "text", text: "a" });
  const nowhere = path.join(folder, "not there", "page.html");
  expect(write(id, { file: nowhere }).outcome).toMatchObject({ ok: false });
  expect(write("none").outcome).toMatchObject({ failure: { kind: "not-found" } });
  for (const name of ["page.html", "page.html.part"]) {
    expect(existsSync(path.join(folder, name))).toBe(false);
  }
});

it("reports an impossible time as an unreadable history, not as a file that cannot be written", () => {
  const id = ended({ type: "text", text: "a" });
  const raw = new Libsql(path.join(folder, "ledger.db"));
  raw.prepare("UPDATE event SET at_ms = 9e15 WHERE sample = ?").run(id);
  raw.close();
  expect(write(id).outcome).toMatchObject({ failure: { kind: "history-unavailable" } });
  expect(existsSync(path.join(folder, "page.html.part"))).toBe(false);
});

it.each([
  [null, "history-unavailable"],
  [{ ledger: "opened", key: null }, "import-unreadable"],
] as const)("says which file could not be read: %o", async (other, kind) => {
  const files = new HistoryFilesService({
    source: { other },
    dialogs: { placeToSave: () => Promise.resolve(path.join(folder, "page.html")) },
    jobs: { run: () => Promise.resolve(fail({ kind: "history-unavailable", detail: "d" })) },
    ledger: () => "own",
    key: () => null,
    task: () => undefined,
  } as unknown as HistoryFilesParts);
  expect(await files.report("id", "name", plan)).toEqual(fail({ kind, detail: "d" }));
});
