// Compares a server's identity with the approved one, and tells certificate renewals from changes.
import type { Certificate, IdentityChange, IdentityFile, ServerIdentity } from "./identity.ts";

/** The changes that the user has to see before a rule may decide. */
export function identityChanges(before: ServerIdentity, now: ServerIdentity): IdentityChange[] {
  if (before.kind === "program" && now.kind === "program") return programChanges(before, now);
  if (before.kind === "address" && now.kind === "address") return addressChanges(before, now);
  return before.kind === now.kind ? [] : [{ kind: "kind", before: before.kind, after: now.kind }];
}

type Program = Extract<ServerIdentity, { kind: "program" }>;
type Address = Extract<ServerIdentity, { kind: "address" }>;

const line = ({ command, args }: Program): string => [command, ...args].join(" ");

function programChanges(before: Program, now: Program): IdentityChange[] {
  const changes: IdentityChange[] = [];
  if (line(before) !== line(now)) {
    changes.push({ kind: "command", before: line(before), after: line(now) });
  }
  // The same content at another path (a version manager, a moved folder) counts as the same program.
  const same = before.sha256 !== null && before.sha256 === now.sha256;
  if (before.path !== now.path && !same) {
    changes.push({ kind: "path", before: before.path, after: now.path });
  } else if (before.sha256 !== now.sha256) {
    const path = now.path ?? before.path ?? now.command;
    changes.push({ kind: "program", path, before: before.sha256, after: now.sha256 });
  }
  return [...changes, ...fileChanges(before.files ?? [], now.files ?? [])];
}

function fileChanges(
  before: readonly IdentityFile[],
  now: readonly IdentityFile[],
): IdentityChange[] {
  const was = new Map(before.map((file) => [file.path, file.sha256]));
  const is = new Map(now.map((file) => [file.path, file.sha256]));
  const changes: IdentityChange[] = [];
  const arrived = new Set<string>();
  for (const path of new Set([...was.keys(), ...is.keys()])) {
    if (arrived.has(path)) continue;
    const [old, own] = [was.get(path) ?? null, is.get(path) ?? null];
    if (was.has(path) === is.has(path) && old === own) continue;
    // Reported as moved only if the new path was not known before and the old file could be read.
    const to = now.find(
      (file) =>
        !is.has(path) &&
        old !== null &&
        file.sha256 === old &&
        !was.has(file.path) &&
        !arrived.has(file.path),
    );
    if (to === undefined || old === null) {
      changes.push({ kind: "script", path, before: old, after: own });
    } else {
      arrived.add(to.path);
      changes.push({ kind: "moved", before: path, after: to.path, sha256: old });
    }
  }
  return changes;
}

const whole = ({ origin, pathname = "" }: Address): string => `${origin}${pathname}`;

function addressChanges(before: Address, now: Address): IdentityChange[] {
  if (whole(before) !== whole(now) || before.pathHash !== now.pathHash) {
    return [{ kind: "address", before: whole(before), after: whole(now) }];
  }
  const [was, is] = [before.certificate, now.certificate];
  if (was === undefined || is === undefined || isRenewal(was, is)) return [];
  return [{ kind: "certificate", before: was, after: is }];
}

/**
 * The same certificate, or a new one for the same names by the same issuer. Renewals happen every few weeks (at most
 * 47 days from 2029 on, CA/Browser Forum SC-081), and whoever can obtain one controls the name anyway. They are only
 * noted: asking each time would teach users to click it away. (TLS has already verified both chains.)
 */
export const isRenewal = (before: Certificate, now: Certificate): boolean =>
  before.sha256 === now.sha256 || (before.issuer === now.issuer && before.subject === now.subject);

/** The approved certificate, if it has been renewed since; null otherwise. */
export function renewed(before: ServerIdentity, now: ServerIdentity): Certificate | null {
  if (before.kind !== "address" || now.kind !== "address") return null;
  const [was, is] = [before.certificate, now.certificate];
  if (was === undefined || is === undefined || was.sha256 === is.sha256) return null;
  return whole(before) === whole(now) && isRenewal(was, is) ? was : null;
}
