// One request as a page that any browser shows without this app: all foreign text escaped, no script, nothing fetched.
import type { T } from "../i18n/index.ts";
import type { HistoryItem } from "../../src-shared/ledger/history.ts";
import type { ReportPart } from "../../src-shared/ledger/files.ts";
import { isJsonObject } from "../../src-shared/json.ts";
import type { Json } from "../../src-shared/json.ts";
import { blocksOf, isText } from "../../src-shared/sampling/blocks.ts";
import { isMediaRef } from "../../src-shared/sampling/media.ts";
import type {
  Block,
  RequestDocument,
  ResponseDocument,
} from "../../src-shared/sampling/message.ts";
import type { Sample } from "../../src-shared/sampling/sample.ts";
import { piecesOf, spelledOut } from "../ui/visible.ts";
import { writtenWords } from "../ui/attemptAuthor.ts";
import { documentsOf } from "./documents.ts";
import type { Doc } from "./documents.ts";
import { REPORT_STYLE } from "./reportStyle.ts";
import { actorWords, docTitle, wholeTime } from "./words.ts";

/** Types that a page may show by itself: their bytes were looked at when they came. */
const SHOWN = /^(?:image\/(?:png|jpeg|gif|webp|avif)|audio\/[a-z0-9.+-]+)$/;

/**
 * Markup in pieces; a medium is named by its reference, and its bytes are put in by whoever writes the file.
 * @throws where a member of a file that was opened is not of the type that it should be
 */
export function reportOf(
  t: T,
  item: HistoryItem,
  words: { outcome: string; language: string; nowMs: number },
): ReportPart[] {
  const { sample } = item;
  const page = new Page();
  const title = `${sample.asker.name}, ${wholeTime(sample.receivedAtMs)}`;
  page.add(
    `<!doctype html>\n<html lang="${escaped(words.language)}">\n<head>\n<meta charset="utf-8">\n`,
    // Nothing is loaded and nothing runs, whatever stands in the texts.
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:; media-src data:; base-uri 'none'; form-action 'none'">\n`,
    `<meta name="referrer" content="no-referrer">\n<meta name="viewport" content="width=device-width">\n`,
    `<meta name="color-scheme" content="light dark">\n<title>${escaped(spelledOut(title))}</title>\n`,
    `<style>${REPORT_STYLE}</style>\n</head>\n<body>\n`,
    `<header><h1>${foreign(sample.asker.name)}</h1><p>${escaped(words.outcome)}</p></header>\n`,
  );
  page.add(factsTable(t, sample));
  if (item.forgotten !== null) {
    page.add(`<p class="note">${escaped(t(`history.forgotten.${item.forgotten}`))}</p>\n`);
  }
  for (const doc of documentsOf(sample, item.forgotten === "all"))
    addDocument(t, page, sample, doc);
  page.add(eventsTable(t, item));
  page.add(
    `<footer>${escaped(t("history.report.made", { time: wholeTime(words.nowMs) }))}</footer>\n`,
    "</body>\n</html>\n",
  );
  return page.parts;
}

class Page {
  readonly parts: ReportPart[] = [];
  add(...markup: string[]): void {
    const text = markup.join("");
    const last = this.parts.at(-1);
    if (typeof last === "string") this.parts[this.parts.length - 1] = last + text;
    else this.parts.push(text);
  }
  medium(ref: string): void {
    this.parts.push({ ref });
  }
}

/** Text as text, in any place of a page. */
export const escaped = (text: string): string =>
  text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");

/** Foreign text: escaped, isolated for direction, what cannot be seen drawn with its code point. */
function foreign(text: string): string {
  const pieces = text
    .split("\n")
    .map((line) =>
      piecesOf(line)
        .map((piece) =>
          piece.kind === "text"
            ? escaped(piece.text)
            : `<span class="hidden">${escaped(piece.kind === "break" ? "⏎" : piece.code)}</span>`,
        )
        .join(""),
    )
    .join("\n");
  return `<bdi>${pieces}</bdi>`;
}

const row = (name: string, value: string): string =>
  `<tr><th scope="row">${escaped(name)}</th><td>${value}</td></tr>\n`;

function factsTable(t: T, { asker, origin, id, receivedAtMs, phase }: Sample): string {
  const call = origin.kind === "certain" ? origin.call : null;
  return [
    '<table class="facts">\n',
    row(t("history.about.id"), `<code>${escaped(id)}</code>`),
    row(t("history.about.received"), escaped(wholeTime(receivedAtMs))),
    phase.kind === "ended" ? row(t("history.column.ended"), escaped(wholeTime(phase.atMs))) : "",
    asker.claims === undefined ? "" : row(t("history.about.claims"), foreign(asker.claims.name)),
    row(t("history.about.transport"), escaped(t(`review.transport.${asker.transport}`))),
    asker.where === ""
      ? ""
      : row(
          t(`history.about.${asker.transport === "stdio" ? "command" : "address"}`),
          foreign(asker.where),
        ),
    row(t("history.about.protocol"), foreign(asker.protocolVersion)),
    call === null
      ? ""
      : row(t("history.about.call"), `${foreign(call.name)} ${json(call.arguments)}`),
    "</table>\n",
  ].join("");
}

const json = (value: Json): string => `<pre>${foreign(JSON.stringify(value, null, 2) ?? "")}</pre>`;

function addDocument(t: T, page: Page, sample: Sample, doc: Doc): void {
  // What a model is called is its provider's word.
  const by =
    doc.step === "generated"
      ? foreign(doc.attempt?.model?.modelId ?? writtenWords(t, doc.attempt))
      : doc.by === null
        ? ""
        : escaped(actorWords(t, doc.by));
  const when = doc.atMs === null ? "" : escaped(wholeTime(doc.atMs));
  page.add(
    `<section>\n<h2>${escaped(docTitle(t, doc, sample.attempts))}</h2>\n`,
    `<p class="by">${[by, when].filter((word) => word !== "").join(" · ")}</p>\n`,
  );
  const { content } = doc;
  if (content === null) page.add(`<p class="note">${escaped(t("history.forgotten.here"))}</p>\n`);
  else if (content.kind === "raw") page.add(json(content.value));
  else if (content.kind === "request") addRequest(t, page, sample, content.document);
  else addAnswer(page, sample, content.document);
  if (doc.hash !== undefined && doc.hash !== "") {
    page.add(`<p class="hash"><code>SHA-256 ${escaped(doc.hash)}</code></p>\n`);
  }
  page.add("</section>\n");
}

function addRequest(t: T, page: Page, sample: Sample, document: RequestDocument): void {
  const { messages, systemPrompt, ...others } = document;
  if (systemPrompt !== undefined) {
    page.add(`<h3>${escaped(t("review.system"))}</h3>\n<pre>${foreign(systemPrompt)}</pre>\n`);
  }
  for (const [index, message] of messages.entries()) {
    page.add(`<h3>${index + 1} · ${foreign(message.role)}</h3>\n`);
    for (const block of blocksOf(message.content)) addBlock(page, sample, block);
  }
  page.add(`<h3>${escaped(t("review.diff.rest"))}</h3>\n${json(others as Json)}\n`);
}

function addAnswer(page: Page, sample: Sample, document: ResponseDocument): void {
  const { content, ...others } = document;
  for (const block of blocksOf(content)) addBlock(page, sample, block);
  page.add(json(others as Json));
}

function addBlock(page: Page, sample: Sample, block: Block): void {
  if (isText(block)) return page.add(`<pre>${foreign(block.text)}</pre>\n`);
  const ref = block["data"];
  const facts = sample.media.find((one) => one.ref === ref);
  const type = facts?.sniffed;
  if (typeof ref === "string" && isMediaRef(ref) && typeof type === "string" && SHOWN.test(type)) {
    const image = type.startsWith("image/");
    page.add(
      image ? `<img alt="" src="data:${type};base64,` : `<audio controls src="data:${type};base64,`,
    );
    page.medium(ref);
    page.add(image ? '">\n' : '"></audio>\n');
  }
  page.add(json(block as Json));
}

function eventsTable(t: T, { events, sample }: HistoryItem): string {
  const head = (["row", "when", "what", "who", "hash"] as const)
    .map((name) => `<th scope="col">${escaped(t(`history.events.${name}`))}</th>`)
    .join("");
  const rows = events.map(({ seq, atMs, kind, facts, hash }) => {
    const by = isJsonObject(facts) && isJsonObject(facts["by"]) ? facts["by"]["kind"] : "";
    const cells = [String(seq), wholeTime(atMs), kind, String(by ?? "")].map(
      (cell) => `<td>${escaped(cell)}</td>`,
    );
    return `<tr>${cells.join("")}<td><code>${escaped(hash)}</code></td></tr>\n`;
  });
  return `<section>\n<h2>${escaped(t("history.events.title"))}</h2>\n<table class="events"><tr>${head}</tr>\n${rows.join("")}</table>\n<p class="by">${escaped(sample.id)}</p>\n</section>\n`;
}
