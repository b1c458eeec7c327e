// Findings about what differs from earlier approved requests of the same call.
import type { JsonObject } from "../../json.ts";
import type { RequestDocument } from "../../sampling/document/message.ts";
import type { Hit } from "../text/detector.ts";
import type { Finding } from "../findings.ts";
import { domainOf } from "../phrases/hosts.ts";
import type { Address } from "../phrases/hosts.ts";
import type { Traits, Baseline } from "../inspection.ts";
import { FINDING_KINDS } from "../kinds.ts";
import { oddities } from "./usual.ts";
import type { Oddity } from "./usual.ts";
import type { Text } from "../text/walk.ts";

export function changesIn(
  document: RequestDocument & JsonObject,
  traits: Traits,
  usual: Baseline,
): Finding[] {
  return oddities(usual, traits).map((odd): Finding => ({
    kind: odd.kind,
    severity: FINDING_KINDS[odd.kind].severity,
    path: pathOf(document, odd),
    offset: 0,
    length: 0,
    line: 1,
    detail: odd.detail,
    ...(odd.about === undefined ? {} : { example: odd.about }),
  }));
}

function pathOf(document: RequestDocument, { kind, detail, about }: Oddity): Finding["path"] {
  if (kind === "system-changed") return detail === "gone" ? [] : ["systemPrompt"];
  if (kind === "unusual" && detail !== "tools") return [];
  const index = (document.tools ?? []).findIndex(({ name }) => name === about);
  return kind === "tool-changed" ? ["tools", index, "description"] : ["tools", index];
}

/** Domains that earlier requests of the call did not name, once per text. */
export function newHostsIn(
  addresses: readonly Address[],
  { inName }: Text,
  usual: Baseline | null,
): Hit[] {
  if (usual === null || inName === true) return [];
  const known = new Set(usual.hosts.map(domainOf));
  return addresses.flatMap(({ start, end, host }): Hit[] => {
    const domain = domainOf(host);
    if (host === "" || known.has(domain)) return [];
    known.add(domain);
    return [{ kind: "new-domain", start, end, example: host }];
  });
}
