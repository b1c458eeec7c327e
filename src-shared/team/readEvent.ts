// Another desk's rows as every screen relies on them: one whose values have other types counts for nothing.
import { z } from "zod";
import { kindOf } from "../request/kinds/registry.ts";
import type { ReadRow } from "../ledger/row.ts";
import { eventOf } from "../ledger/rowEvent.ts";
import { requestDocumentSchema, responseDocumentSchema } from "../request/document/message.ts";
import { actorSchema, EVENT_FIELDS } from "../request/life/event.ts";
import type { RequestEvent } from "../request/life/event.ts";
import type { HeldRequest } from "../request/life/heldRequest.ts";

/** Fields have one type, whatever the event: where a kind has no such field, it must have that type nevertheless. */
const anyField = z
  .looseObject(Object.assign({ by: actorSchema }, ...Object.values(EVENT_FIELDS)) as z.ZodRawShape)
  .partial();
const SCHEMAS = Object.fromEntries(
  Object.entries(EVENT_FIELDS).map(([kind, fields]) => [kind, anyField.extend(fields)]),
);

const readable = z.record(z.string(), z.json());

function areDocuments(event: RequestEvent, held: HeldRequest | null): boolean {
  const { hasModel } = kindOf(held ?? {});
  const [request, response] = hasModel
    ? [requestDocumentSchema, responseDocumentSchema]
    : [readable, readable];
  const { document, generated, written } = event as unknown as Record<string, unknown>;
  const isResponse = event.kind === "response-approved";
  return (
    (document === undefined || (isResponse ? response : request).safeParse(document).success) &&
    [generated, written].every((one) => one === undefined || response.safeParse(one).success)
  );
}

/** As `eventOf`. Throws where a value is not of the type that it has in Countersign. */
export function readEvent(row: ReadRow, request: HeldRequest | null): RequestEvent | null {
  const event = eventOf(row, request);
  if (event === null) return null;
  const isWhole = SCHEMAS[event.kind]?.safeParse(event).success === true;
  if (isWhole && areDocuments(event, request)) return event;
  throw new Error(`not of Countersign: ${row.kind}`);
}
