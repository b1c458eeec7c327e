// Entries of the team's database that this desk cannot read: whose they are, told once.
import { isJsonObject } from "#shared/json.ts";
import type { ReadRow } from "#shared/ledger/row.ts";
import type { RequestId } from "#shared/request/life/heldRequest.ts";
import type { Login } from "#shared/team/request.ts";

/** The longest name of a login in PostgreSQL, in bytes. */
const LOGIN_MAX = 63;
/** Logins that are told: what another program writes must not flood the screen. */
const TOLD_MAX = 20;

/**
 * @param holderOf whose desk received the request: it alone adds what no person decides
 * @param tell gets each login once
 */
export function skippedBy(
  holderOf: (id: RequestId) => Login | undefined,
  tell: (login: Login) => void,
): (row: ReadRow) => void {
  const told = new Set<Login>();
  return ({ sample: request, body: { by } }) => {
    // The database has checked a person's login, and no other.
    const isPerson = isJsonObject(by) && by["kind"] === "person" && typeof by["login"] === "string";
    const login = isPerson ? String(by["login"]) : (holderOf(request) ?? "?");
    const short = login.slice(0, LOGIN_MAX);
    if (told.has(short) || told.size >= TOLD_MAX) return;
    told.add(short);
    tell(short);
  };
}
