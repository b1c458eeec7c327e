// The output of `countersign verify`, in English only: it runs without a window.
import type { LedgerFault, Verification } from "#shared/ledger/verification.ts";
import type { TeamFailure } from "#shared/team/failure.ts";
import type { NotVerifiable } from "./openFile.ts";

export const USAGE = `countersign verify FILE [--key KEY] [--head SEQ:HASH] [--json]

Verifies a ledger (ledger.db) or an export of one (.jsonl), offline, without a window; or, where FILE is
postgres://LOGIN@HOST/DATABASE, the ledger of a team. Its password: COUNTERSIGN_TEAM_PASSWORD.
  --key KEY        the public key (hex) that must have signed the last checkpoint
  --head SEQ:HASH  a row noted elsewhere: without it, rows cut off after the last
                   checkpoint do not show
  --json           prints the result as JSON
An encrypted ledger is read with its key in the environment variable COUNTERSIGN_LEDGER_KEY.
Exit code: 0 it verifies, 1 it does not, or is damaged, 2 it is not a ledger, or cannot be read.
`;

const n = (count: number): string => count.toLocaleString("en-US");

export function notVerifiableWords(problem: NotVerifiable): string {
  switch (problem.kind) {
    case "no-file":
      return "There is no such file.";
    case "folder":
      return problem.ledger === null
        ? "It is a folder without a ledger.db."
        : `It is a folder. The ledger in it: ${problem.ledger}`;
    case "no-ledger":
      return "This is a database, but not a Countersign ledger, or one from before its rows were chained.";
    case "unreadable":
      return `It cannot be read: ${problem.detail}`;
    case "wrong-key":
      return "The key in COUNTERSIGN_LEDGER_KEY does not open it.";
    case "other":
      return (
        "This is neither a ledger nor an export of one, or it is a ledger that is encrypted. An encrypted one needs " +
        "its key in COUNTERSIGN_LEDGER_KEY; it can also be verified in the app, or exported from there."
      );
  }
}

/** Why a team's database could not be used. */
export function teamWords(failure: TeamFailure): string {
  switch (failure.kind) {
    case "team-address":
      return failure.why === "plain"
        ? "Another machine is not reached without TLS."
        : "The address is not postgres://LOGIN@HOST/DATABASE.";
    case "team-certificate":
      return `The server's certificate cannot be verified: ${failure.detail}`;
    case "team-login":
      return `The login was not accepted: ${failure.detail}`;
    case "team-forbidden":
      return `The login may not do this: ${failure.detail}`;
    case "team-schema":
      return failure.found === 0
        ? "The database is not set up for a team."
        : `The database is set up for another version of Countersign (${failure.found}, not ${failure.wanted}).`;
    case "team-too-old":
      return "PostgreSQL 15 or newer is needed.";
    case "team-refused":
      return `The database refused: ${failure.why}`;
    case "team-offline":
      return `The database cannot be reached: ${failure.detail}`;
    case "team-busy":
      return `Another session has locked the tables: ${failure.detail}`;
    case "team-other":
      return `The database reports: ${failure.detail}`;
  }
}

/** What was verified, and the first fault. */
export function resultWords(result: Verification): string {
  const { contents, checkpoints, head, key, fault } = result;
  const lines = [
    `ledger       ${result.ledger ?? "unknown"}`,
    `rows         ${n(result.rows)}${left(result)}`,
    `texts        ${n(contents.kept)} kept, ${n(contents.forgotten)} deleted` +
      `${contents.absent > 0 ? `, ${n(contents.absent)} not in this file` : ""}` +
      `${contents.stray > 0 ? `, ${n(contents.stray)} that no row refers to` : ""}`,
    checkpoints === 0
      ? "checkpoints  none: nothing is signed"
      : `checkpoints  ${n(checkpoints)}; row ${n(result.signedSeq)} is the last signed row`,
    ...(key === null ? [] : [`signed by    ${key}`]),
    ...(result.unvouched.length === 0 ? [] : [`unvouched    ${unvouchedWords(result)}`]),
    ...(head === null ? [] : [`last row     ${head.seq}:${head.hash}`]),
    "",
    fault === null ? verifiedWords(result) : `NOT VERIFIED: ${faultWords(fault)}`,
  ];
  return `${lines.join("\n")}\n`;
}

/** Ranges of rows. */
const unvouchedWords = ({ unvouched }: Verification): string =>
  unvouched.map(({ first, last }) => `rows ${n(first)} to ${n(last)}`).join(", ");

const verifiedWords = ({ unvouched }: Verification): string =>
  unvouched.length === 0
    ? "Verified."
    : "Verified, except who wrote the rows named above: their hashes are right, but no key vouches for them.";

function left({ omitted, gaps }: Verification): string {
  const digests = omitted > 0 ? `, ${n(omitted)} by their digest only` : "";
  return digests + (gaps > 0 ? `, ${n(gaps)} stretches left out` : "");
}

/** The fault as one sentence. */
export function faultWords(fault: LedgerFault): string {
  const row = fault.seq === null ? "a text that no row refers to" : `row ${n(fault.seq)}`;
  switch (fault.kind) {
    case "unreadable":
      return fault.seq === null
        ? `the file is damaged: ${fault.detail}`
        : `${row} cannot be read: ${fault.detail}`;
    case "schema-changed":
      return `its database was changed. It lacks “${fault.statement}”, so not all programs would read the same in it.`;
    case "no-beginning":
      return "row 1 is not the start of this ledger.";
    case "other-ledger":
      return `it is another ledger: ${fault.ledger}.`;
    case "row-malformed":
      return `${row} is malformed.`;
    case "row-missing":
      return `${row} is missing: row ${n(fault.found)} is in its place.`;
    case "row-unlinked":
      return `${row} does not follow from the row before it.`;
    case "row-changed":
      return `${row} was changed: its hash does not match its content.`;
    case "row-unproven":
      return `${row} and what follows it come after a gap, and no checkpoint vouches for them.`;
    case "content-missing":
      return `the text of ${row} is missing, and no row says that it was deleted (${fault.commitment}).`;
    case "content-malformed":
      return `the text of ${row} is malformed.`;
    case "content-changed":
      return `the text of ${row} is not the one that it was written with (${fault.commitment}).`;
    case "content-forgotten-unrecorded":
      return `the text of ${row} was deleted, and no row records a deletion at that time (${fault.commitment}).`;
    case "checkpoint-malformed":
      return "a checkpoint is malformed.";
    case "checkpoint-forged":
      return `the signature over ${row} is not by the key that it names.`;
    case "checkpoint-differs":
      return `${row} is not the row that was signed.`;
    case "end-missing":
      return `the end was cut off: ${row} is known, the last row here is row ${n(fault.found)}.`;
    case "checkpoint-missing":
      return `the checkpoint of ${row} is missing.`;
    case "checkpoint-of-other-key":
      return fault.key === null
        ? "nothing is signed, so nothing is signed by the key that you gave."
        : `the last checkpoint, of ${row}, is signed by another key: ${fault.key}.`;
    case "export-malformed":
      return `line ${n(fault.line)} is not a line of an export.`;
    case "export-cut":
      return "the last line of the export is missing.";
    case "export-changed":
      return "the lines are not those that the last line of the export counts.";
    case "head-differs":
      return `${row} has another hash than the one that you gave.`;
  }
}
