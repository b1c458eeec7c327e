// A request as a self-contained HTML page: untrusted text escaped, no scripts, no external resources. Generated in
// pieces, so that it is never in memory as a whole.
import { isJsonObject } from "../json.ts";
import type { Json } from "../json.ts";
import type { DeletedContent, HistoryEvent } from "../ledger/history.ts";
import { blocksOf, isText } from "../sampling/document/blocks.ts";
import { isMediaRef } from "../sampling/document/media.ts";
import type { Block, RequestDocument, ResponseDocument } from "../sampling/document/message.ts";
import type { Sample } from "../sampling/life/sample.ts";
import { spelledOut } from "../visible.ts";
import { documentsOf } from "./documents.ts";
import type { Doc } from "./documents.ts";
import { escaped, untrusted, untrustedPieces } from "./markup.ts";
import type { FactName, ReportPlan } from "./plan.ts";
import { REPORT_STYLE } from "./style.ts";
import { zonedTimes } from "./time.ts";

/** Types embedded in the page; they were detected from the bytes on arrival. */
const SHOWN = /^(?:image\/(?:png|jpeg|gif|webp|avif)|audio\/[a-z0-9.+-]+)$/;

export interface ReportItem {
  sample: Sample;
  forgotten: DeletedContent;
  events: readonly HistoryEvent[];
}

/** HTML, or the reference of a medium whose bytes are inserted as base64. */
export type ReportPiece = string | { ref: string };

/** Generates the page. @throws if a field of an imported file has an unexpected type */
export function* pageOf(plan: ReportPlan, item: ReportItem): Generator<ReportPiece> {
  const { sample, forgotten } = item;
  const time = zonedTimes(plan.language);
  const title = `${sample.asker.name}, ${time(sample.receivedAtMs)}`;
  yield [
    `<!doctype html>\n<html lang="${escaped(plan.language)}">\n<head>\n<meta charset="utf-8">\n`,
    // A second line of defence: no loading and no scripts, whatever the texts contain.
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:; media-src data:; base-uri 'none'; form-action 'none'">\n`,
    `<meta name="referrer" content="no-referrer">\n<meta name="viewport" content="width=device-width">\n`,
    `<meta name="color-scheme" content="light dark">\n<title>${escaped(spelledOut(title))}</title>\n`,
    `<style>${REPORT_STYLE}</style>\n</head>\n<body>\n`,
    `<header><h1>${untrusted(sample.asker.name)}</h1><p>${untrusted(plan.outcome)}</p></header>\n`,
  ].join("");
  yield* factsTable(plan, item, time);
  if (plan.forgotten !== null && forgotten !== null) {
    yield `<p class="note">${escaped(plan.forgotten)}</p>\n`;
  }
  for (const doc of documentsOf(sample, forgotten === "all"))
    yield* document(plan, item, doc, time);
  yield* eventsTable(plan, item, time);
  yield `<footer>${escaped(plan.made)}</footer>\n</body>\n</html>\n`;
}

type Times = (atMs: number) => string;

function* factsTable(
  { facts, transport, forgottenHere }: ReportPlan,
  { sample: { asker, origin, reply, id, receivedAtMs, phase }, forgotten }: ReportItem,
  time: Times,
): Generator<ReportPiece> {
  const row = (name: FactName, value: string): string =>
    `<tr><th scope="row">${escaped(facts[name])}</th><td>${value}</td></tr>\n`;
  const call = origin.kind === "certain" ? origin.call : null;
  yield '<table class="facts">\n';
  yield row("id", `<code>${escaped(id)}</code>`);
  yield row("received", escaped(time(receivedAtMs)));
  if (phase.kind === "ended") yield row("ended", escaped(time(phase.atMs)));
  if (asker.claims !== undefined) yield row("claims", untrusted(asker.claims.name));
  yield row("transport", escaped(transport));
  if (asker.where !== "") yield row("where", untrusted(asker.where));
  else if (forgotten === "all" && reply.kind !== "replay")
    yield row("where", escaped(forgottenHere));
  yield row("protocol", untrusted(asker.protocolVersion));
  if (call !== null) {
    yield `<tr><th scope="row">${escaped(facts.call)}</th><td>${call.name === "" ? escaped(forgottenHere) : untrusted(call.name)} `;
    yield* json(call.arguments);
    yield "</td></tr>\n";
  }
  yield "</table>\n";
}

function* text(words: string): Generator<ReportPiece> {
  yield "<pre>";
  yield* untrustedPieces(words);
  yield "</pre>";
}

const json = (value: Json): Generator<ReportPiece> => text(JSON.stringify(value, null, 2) ?? "");

function* document(
  plan: ReportPlan,
  { sample }: ReportItem,
  doc: Doc,
  time: Times,
): Generator<ReportPiece> {
  const said = plan.documents.find(({ id }) => id === doc.id);
  const by = said === undefined || said.by === "" ? "" : untrusted(said.by);
  const when = doc.atMs === null ? "" : escaped(time(doc.atMs));
  // Model names come from the provider and are untrusted.
  yield `<section>\n<h2>${untrusted(said?.title ?? doc.step)}</h2>\n`;
  yield `<p class="by">${[by, when].filter((word) => word !== "").join(" · ")}</p>\n`;
  const { content } = doc;
  if (content === null) yield `<p class="note">${escaped(plan.forgottenHere)}</p>\n`;
  else if (content.kind === "raw") yield* json(content.value);
  else if (content.kind === "request") yield* request(plan, sample, content.document);
  else yield* answer(sample, content.document);
  if (doc.hash !== undefined && doc.hash !== "") {
    yield `<p class="hash"><code>SHA-256 ${escaped(doc.hash)}</code></p>\n`;
  }
  yield "</section>\n";
}

function* request(
  plan: ReportPlan,
  sample: Sample,
  { messages, systemPrompt, ...others }: RequestDocument,
): Generator<ReportPiece> {
  if (systemPrompt !== undefined) {
    yield `<h3>${escaped(plan.system)}</h3>\n`;
    yield* text(systemPrompt);
    yield "\n";
  }
  for (const [index, message] of messages.entries()) {
    yield `<h3>${index + 1} · ${untrusted(message.role)}</h3>\n`;
    for (const block of blocksOf(message.content)) yield* oneBlock(sample, block);
  }
  yield `<h3>${escaped(plan.rest)}</h3>\n`;
  yield* json(others as Json);
  yield "\n";
}

function* answer(sample: Sample, { content, ...others }: ResponseDocument): Generator<ReportPiece> {
  for (const block of blocksOf(content)) yield* oneBlock(sample, block);
  yield* json(others as Json);
}

function* oneBlock(sample: Sample, block: Block): Generator<ReportPiece> {
  if (isText(block)) {
    yield* text(block.text);
    return yield "\n";
  }
  const ref = block["data"];
  const type = sample.media.find((one) => one.ref === ref)?.sniffed;
  if (typeof ref === "string" && isMediaRef(ref) && typeof type === "string" && SHOWN.test(type)) {
    const image = type.startsWith("image/");
    yield image
      ? `<img alt="" src="data:${type};base64,`
      : `<audio controls src="data:${type};base64,`;
    yield { ref };
    yield image ? '">\n' : '"></audio>\n';
  }
  yield* json(block as Json);
}

function* eventsTable(
  { events: { title, head, rows } }: ReportPlan,
  { events, sample }: ReportItem,
  time: Times,
): Generator<ReportPiece> {
  const said = new Map(rows.map((row) => [row.seq, row]));
  const names = head.map((name) => `<th scope="col">${escaped(name)}</th>`).join("");
  yield `<section>\n<h2>${escaped(title)}</h2>\n<table class="events"><tr>${names}</tr>\n`;
  for (const { seq, atMs, kind, facts, hash } of events) {
    const by = isJsonObject(facts) && isJsonObject(facts["by"]) ? facts["by"]["kind"] : "";
    // Includes the ledger's own name of the event, by which readers can find the row in an export.
    const { what = "", who = String(by ?? "") } = said.get(seq) ?? {};
    const cells = [
      String(seq),
      escaped(time(atMs)),
      `${untrusted(what)} <code>${escaped(kind)}</code>`,
      untrusted(who),
    ].map((cell) => `<td>${cell}</td>`);
    yield `<tr>${cells.join("")}<td><code>${escaped(hash)}</code></td></tr>\n`;
  }
  yield `</table>\n<p class="by">${escaped(sample.id)}</p>\n</section>\n`;
}
