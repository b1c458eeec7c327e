// The issuer's metadata must name the issuer that led to it (RFC 8414, 3.3), or anyone could speak for another one.
import { ISSUER_MAX } from "#shared/servers/signIn.ts";
import type { IssuerPair } from "#shared/servers/signIn.ts";

/**
 * Compared as texts, as RFC 8414 says. A single slash at the end of the path leads to the same metadata: `slash-less` is
 * used, as clients in general do; with `slash-more` the user decides. Any other difference is `other`.
 */
export function compareIssuers({
  announced,
  named,
}: IssuerPair): "same" | "slash-less" | "slash-more" | "other" {
  if (announced === named) return "same";
  if (isBare(named) && announced === `${named}/`) return "slash-less";
  if (isBare(announced) && named === `${announced}/`) return "slash-more";
  return "other";
}

/** True for an issuer whose path could end in a slash, and does not. */
function isBare(issuer: string): boolean {
  if (issuer.length >= ISSUER_MAX || /[?#]|\/$/.test(issuer) || !URL.canParse(issuer)) return false;
  return /^https?:$/.test(new URL(issuer).protocol);
}
