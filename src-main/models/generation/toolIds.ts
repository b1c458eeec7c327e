// Replaces tool call ids that a provider does not accept: equal ids by equal ones, different ids by different ones.
import { createHash } from "node:crypto";
import { blocksOf } from "#shared/request/document/blocks.ts";
import type { RequestDocument } from "#shared/request/document/message.ts";
import type { ProviderTraits } from "#shared/models/ranking/traits.ts";
import { oddIdsOf } from "#shared/models/ranking/wireChanges.ts";

/** Mistral's form, nine letters and digits, is the narrowest; all other providers accept it as well. */
const LENGTH = 9;

/** The replacements that a document needs; empty if the provider accepts its ids. Pure. */
export function idsFor(document: RequestDocument, traits: ProviderTraits): Map<string, string> {
  const blocks = document.messages.flatMap((message) => blocksOf(message.content));
  const ids = new Map<string, string>();
  const taken = new Set(
    blocks.flatMap((block) => (typeof block["id"] === "string" ? [block["id"]] : [])),
  );
  for (const id of oddIdsOf(blocks, traits)) {
    let spelled = "";
    for (let round = 0; spelled === "" || taken.has(spelled); round += 1) {
      spelled = createHash("sha256").update(`${round}:${id}`).digest("hex").slice(0, LENGTH);
    }
    taken.add(spelled);
    ids.set(id, spelled);
  }
  return ids;
}
