// Texts for a server's identity and its changes.
import { timeFormat } from "#words/formats.ts";
import type { T } from "#words/index.ts";
import type { Requester } from "#shared/request/life/heldRequest.ts";
import type {
  Certificate,
  IdentityChange,
  ServerIdentity,
} from "#shared/servers/identity/identity.ts";

/** The start of a hash, enough to compare by eye; the whole hash is always one step away. */

/** `12 Oct 2026` in the user's language. */
export const day = (atMs: number): string => timeFormat({ dateStyle: "medium" }).format(atMs);

/** "than on 12 Oct 2026" */
export const thanWords = (t: T, knownAtMs: number | undefined): string =>
  knownAtMs === undefined || knownAtMs === 0
    ? t("identity.thanBefore")
    : t("identity.than", { date: day(knownAtMs) });

export type Moved = Extract<IdentityChange, { kind: "moved" }>;

/** Changes as they are shown: moved scripts are shown with the command whose change they explain. */
export function shownTogether(
  changes: readonly IdentityChange[],
): { change: IdentityChange; moved: readonly Moved[] }[] {
  const moved = changes.filter((change) => change.kind === "moved");
  if (!changes.some(({ kind }) => kind === "command")) {
    return changes.map((change) => ({ change, moved: [] }));
  }
  return changes.flatMap((change) => {
    if (change.kind === "moved") return [];
    return [{ change, moved: change.kind === "command" ? moved : [] }];
  });
}

/** Both sides of a change for comparison: hashes, paths, lines. */
export function sidesOf(
  t: T,
  change: Exclude<IdentityChange, { kind: "forgotten" }>,
): { before: string; after: string } {
  switch (change.kind) {
    case "certificate":
      return {
        before: certificateLine(t, change.before),
        after: certificateLine(t, change.after),
      };
    case "script":
    case "program":
      return {
        before: change.before ?? t("common.none"),
        after: change.after ?? t("common.none"),
      };
    default:
      return {
        before: change.before ?? t("common.none"),
        after: change.after ?? t("common.none"),
      };
  }
}

export const certificateLine = (
  t: T,
  { sha256, issuer, subject, validToMs }: Certificate,
): string => `${sha256} · ${subject} · ${t("identity.issuedBy", { issuer, date: day(validToMs) })}`;

/** The whole identity as plain text, for the clipboard. */
export function identityText(
  name: string,
  where: string,
  identity: ServerIdentity | null,
  claims: Requester["claims"],
): string {
  const lines = [name, where];
  if (identity?.kind === "program") {
    lines.push(`${identity.path ?? "?"} sha256:${identity.sha256 ?? "?"}`);
    for (const { path, sha256 } of identity.files ?? []) {
      lines.push(`${path} sha256:${sha256 ?? "?"}`);
    }
  }
  if (identity?.kind === "address") {
    lines.push(`${identity.origin}${identity.pathname ?? ""}`);
    const { certificate } = identity;
    if (certificate !== undefined) {
      const { sha256, subject, issuer, validToMs } = certificate;
      const until = new Date(validToMs).toISOString();
      lines.push(`sha256:${sha256} ${subject} (${issuer}, ${until})`);
    }
  }
  if (claims !== undefined) {
    const { name, version } = claims;
    lines.push([name, ...(version ? [version] : [])].map((word) => JSON.stringify(word)).join(" "));
  }
  return lines.join("\n");
}
