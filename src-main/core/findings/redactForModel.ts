// Replaces values by placeholders in requests to a model and restores them in its response.
import { redactRequest } from "#shared/findings/redaction/redact.ts";
import type { Mapping } from "#shared/findings/redaction/redact.ts";
import type { Redacted } from "#shared/findings/redaction/redaction.ts";
import type { Redaction } from "#shared/findings/redaction/redactionSchema.ts";
import {
  restoreAnswer,
  Restorer,
  RestoringStream,
} from "#shared/findings/redaction/redactRestore.ts";
import { fail, ok } from "#shared/outcome.ts";
import type { Failure, Outcome } from "#shared/outcome.ts";
import type { RequestDocument } from "#shared/request/document/message.ts";
import type { StreamPiece } from "#shared/request/life/stream.ts";
import { newPlaceholders } from "../desk/roster.ts";
import type { Roster } from "../desk/roster.ts";
import type { GenerateResult } from "../ports.ts";

export const EMPTY_MAPPING: Mapping = [];

/** A request as sent to a model. */
interface RedactedForModel {
  document: RequestDocument;
  redacted?: Redacted;
}

/** What a model is asked, with the values to replace. */
interface AskedOfModel {
  document: RequestDocument;
  redact?: readonly Redaction[];
  /** The attempt that this one continues. */
  from?: string;
}

/**
 * The request with values redacted. An attempt that continues another (`from`) keeps its placeholders and repeats
 * every redaction made for this request, as values may have come back through a restored response. Fails when a value
 * cannot be redacted.
 */
export function redactForModel(
  roster: Pick<Roster, "runtime">,
  requestId: string,
  attemptId: string,
  asked: AskedOfModel,
): Outcome<RedactedForModel, Failure> {
  const { mappings, chosen } = roster.runtime(requestId)?.placeholders ?? newPlaceholders();
  const before = mappings.get(asked.from ?? "") ?? EMPTY_MAPPING;
  const redact = [...(asked.redact ?? []), ...(asked.from === undefined ? [] : chosen.values())];
  if (before.length === 0 && redact.length === 0) return ok({ document: asked.document });
  const { document, mapping, redacted, left } = redactRequest(asked.document, redact, before);
  if (left.length > 0) return fail({ kind: "not-redactable", kinds: left });
  for (const one of redact) chosen.set(one.value, one);
  if (redacted === null) return ok({ document });
  mappings.set(attemptId, mapping);
  return ok({ document, redacted });
}

/** Restores values in one generation's response. */
export class ResponseRestorer {
  readonly #mapping: Mapping;
  readonly #document: RequestDocument;
  readonly #streams = new Map<number, RestoringStream>();

  /** @param document what the model was sent */
  constructor(mapping: Mapping, document: RequestDocument) {
    this.#mapping = mapping;
    this.#document = document;
  }

  /**
   * A streamed piece with values restored. Text that may be the start of a placeholder is held back for a later
   * piece.
   */
  piece(piece: StreamPiece): StreamPiece {
    if (this.#mapping.length === 0) return piece;
    const stream =
      this.#streams.get(piece.block) ??
      new RestoringStream(this.#mapping, piece.kind === "tool" ? "json" : "text");
    this.#streams.set(piece.block, stream);
    return { ...piece, text: stream.push(piece.text) };
  }

  /** The response with values restored; `written` is the model's own text where it differs. */
  result(result: GenerateResult): GenerateResult {
    if (this.#mapping.length === 0 || result.kind === "failed") return result;
    const asked = JSON.stringify(this.#document);
    const { document, done } = restoreAnswer(result.generated, this.#mapping, asked);
    const thought = new Restorer(this.#mapping);
    return {
      ...result,
      generated: document,
      putBack: done,
      ...(document === result.generated ? {} : { written: result.generated }),
      ...(result.reasoning === undefined
        ? {}
        : {
            reasoning: result.reasoning.map((part) => ({ ...part, text: thought.text(part.text) })),
          }),
    };
  }
}
