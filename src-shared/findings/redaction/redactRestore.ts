// Restores values in place of their placeholders: in texts, whole responses, and streams that may split a
// placeholder. Anything ambiguous stays as the model wrote it and is reported.
import type { Json, JsonObject } from "../../json.ts";
import { isJsonObject } from "../../json.ts";
import type { Block, RequestDocument, ResponseDocument } from "../../request/document/message.ts";
import type { Entry, Mapping } from "./redact.ts";
import { couldBecomeMark, doubtfulMark, keyOf, tolerantMark } from "./redactMarks.ts";
import { walkAnswer, walkRequest } from "./redactWalk.ts";
import type { Visit } from "./redactWalk.ts";

/** What was restored in a response. */
export interface PutBack {
  /** Placeholders replaced by their values. */
  count: number;
  /** How many of these the model wrote in another way: case, spacing or escapes. */
  mended: number;
  /** Text that resembles a placeholder and was left alone: other brackets, none, or an unknown name. */
  doubtful: string[];
  /** How many more of these there are. */
  doubtfulMore: number;
}

/** How many doubtful texts are listed, and how much of each. */
const DOUBTFUL_MAX = 20;
const DOUBTFUL_LENGTH = 80;

/** How a value is inserted: as is, or escaped for the inside of a JSON string. */
type Form = "text" | "json";

export class Restorer {
  readonly #byKey: ReadonlyMap<string, Entry>;
  readonly #doubtful: RegExp | null;
  readonly #asked: string;
  #count = 0;
  #mended = 0;
  readonly #left: string[] = [];
  #more = 0;

  /** @param asked the request as JSON, as the model got it: text from it is not doubtful */
  constructor(mapping: Mapping, asked = "") {
    this.#byKey = new Map(mapping.map((entry) => [keyOf(entry.name, entry.number), entry]));
    this.#doubtful = doubtfulMark([...new Set(mapping.map(({ name }) => name))]);
    this.#asked = asked;
  }

  get done(): PutBack {
    return {
      count: this.#count,
      mended: this.#mended,
      doubtful: [...this.#left],
      doubtfulMore: this.#more,
    };
  }

  text(text: string, form: Form = "text"): string {
    if (this.#byKey.size === 0) return text;
    let rest = "";
    let from = 0;
    let next = "";
    for (const match of text.matchAll(tolerantMark())) {
      const [written, name = "", number = ""] = match;
      const entry = this.#byKey.get(keyOf(name, number));
      if (entry === undefined) continue;
      const between = text.slice(from, match.index);
      next += between + inForm(entry.text, form);
      // A space, so that the texts on both sides of a placeholder do not form one together.
      rest += `${between} `;
      from = match.index + written.length;
      this.#count += 1;
      if (written !== entry.mark) this.#mended += 1;
    }
    const tail = text.slice(from);
    this.#doubt(rest + tail);
    return from === 0 ? text : next + tail;
  }

  /** A string that is a whole value: becomes a number again where its placeholder replaced one. */
  value(text: string): Json {
    const entry = [...text.matchAll(tolerantMark())]
      .filter(([written]) => written === text)
      .map(([, name = "", number = ""]) => this.#byKey.get(keyOf(name, number)))
      .at(0);
    if (entry?.asNumber !== true) return this.text(text);
    this.#count += 1;
    if (text !== entry.mark) this.#mended += 1;
    return Number(entry.text);
  }

  #doubt(text: string): void {
    if (this.#doubtful === null) return;
    for (const [found] of text.matchAll(this.#doubtful)) {
      // The model repeats text of the request.
      if (this.#asked.includes(JSON.stringify(found).slice(1, -1))) continue;
      if (this.#left.length < DOUBTFUL_MAX) this.#left.push(found.slice(0, DOUBTFUL_LENGTH));
      else this.#more += 1;
    }
  }
}

const inForm = (value: string, form: Form): string =>
  form === "json" ? JSON.stringify(value).slice(1, -1) : value;

/** The response with values restored, and what was done; the same object where nothing was. */
export function restoreAnswer(
  answer: ResponseDocument,
  mapping: Mapping,
  asked = "",
): { document: ResponseDocument; done: PutBack } {
  const restorer = new Restorer(mapping, asked);
  const visit: Visit = {
    text: (text) => restorer.text(text),
    number: (number) => number,
    value: (text) => restorer.value(text),
  };
  const broken = isBroken(answer);
  const document = broken
    ? { ...answer, content: brokenCalls(answer, restorer, visit) }
    : walkAnswer(answer, visit);
  return { document, done: restorer.done };
}

/** The input of an interrupted call is the JSON text received so far, not an object. */
const isHalfCall = (block: Json): block is Block & { input: string } =>
  isJsonObject(block) && block["type"] === "tool_use" && typeof block["input"] === "string";
const blocks = ({ content }: ResponseDocument): Block[] =>
  Array.isArray(content) ? content : [content];
const isBroken = (answer: ResponseDocument): boolean => blocks(answer).some(isHalfCall);

function brokenCalls(answer: ResponseDocument, restorer: Restorer, visit: Visit): Block[] {
  return blocks(answer).map((block) => {
    const { input, ...rest } = block;
    const walked = walkAnswer({ content: isHalfCall(block) ? rest : block } as JsonObject, visit);
    const next = walked["content"] as Block;
    // The input is JSON source, so values are inserted JSON-escaped.
    return isHalfCall(block) ? { ...next, input: restorer.text(String(input), "json") } : next;
  });
}

/** The request with its values restored, as before redaction. */
export function restoreRequest(document: RequestDocument, mapping: Mapping): RequestDocument {
  const restorer = new Restorer(mapping);
  return walkRequest(document, {
    text: (text) => restorer.text(text),
    number: (number) => number,
    value: (text) => restorer.value(text),
  });
}

/**
 * Restores values in a streamed text: holds back only what could still become a placeholder. All pieces together
 * equal `text` of the whole.
 */
export class RestoringStream {
  readonly #restorer: Restorer;
  readonly #form: Form;
  #held = "";

  constructor(mapping: Mapping, form: Form = "text") {
    this.#restorer = new Restorer(mapping);
    this.#form = form;
  }

  push(piece: string): string {
    const text = this.#held + piece;
    const cut = openEnd(text);
    this.#held = text.slice(cut);
    return this.#restorer.text(text.slice(0, cut), this.#form);
  }

  end(): string {
    const rest = this.#held;
    this.#held = "";
    return this.#restorer.text(rest, this.#form);
  }
}

/** Where the last part of the text starts that could still become a placeholder; the text's length if none could. */
function openEnd(text: string): number {
  for (const { index } of text.matchAll(/[\u27E6\u301A\\&]/gu)) {
    if (couldBecomeMark(text.slice(index))) return index;
  }
  return text.length;
}
