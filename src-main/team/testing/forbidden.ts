// What a stolen reviewer's login tries in a session of its own. Every one of these fails; docs/team.md lists them.
// `{id}` is a request that this login's own desk received, and that needs two people; `{session}` its session, `{other}`
// that of another login.

/** A statement that its grants forbid, or one that a function refuses, with the reason. */
export type Forbidden = string | readonly [statement: string, why: string];

const RECEIVED = '\'[{"kind":"received","facts":"{\\"asker\\":{}}","body":"{}"}]\'';
const appended = (row: string): string =>
  `SELECT countersign.append('{session}', '{id}', 2, '[${row}]', 'request', NULL, NULL, NULL)`;

export const FORBIDDEN: Readonly<Record<string, Forbidden>> = {
  "insert a row of the chain":
    "INSERT INTO countersign.event SELECT seq + 1, sample, at_ms, kind, facts, content, media, hash, prev FROM countersign.event ORDER BY seq DESC LIMIT 1",
  "change a row": "UPDATE countersign.event SET facts = '{}' WHERE seq = 2",
  "delete a row": "DELETE FROM countersign.event WHERE seq = 2",
  "empty the ledger": "TRUNCATE countersign.event CASCADE",
  "replace a content": "UPDATE countersign.content SET body = '{}'",
  "replace a part": "UPDATE countersign.part SET body = ''",
  "delete a part": "DELETE FROM countersign.part_use",
  "read the key of the parts": "SELECT * FROM countersign.part_key",
  "move the end of the chain": "UPDATE countersign.head SET seq = 0",
  "end a request by hand": "UPDATE countersign.request SET is_ended = true",
  "take a lease by hand": "UPDATE countersign.request SET lease_fence = 99",
  "vote by hand, as somebody else":
    "INSERT INTO countersign.vote SELECT proposal, 'bo' FROM countersign.request WHERE id = '{id}'",
  "vote for what its own desk received": [
    "SELECT countersign.vote('{session}', '{id}', (SELECT e.hash FROM countersign.event e JOIN countersign.request r ON r.proposal = e.seq WHERE r.id = '{id}'))",
    "own-request",
  ],
  "approve alone where two are needed": [
    `SELECT countersign.append('{session}', '{id}', 2, '[{"kind":"request-approved","facts":"{\\"by\\":{\\"kind\\":\\"person\\",\\"login\\":\\"ana\\"},\\"base\\":{},\\"edited\\":false}"}]', 'response', NULL, NULL, NULL)`,
    "needs-votes",
  ],
  "speak for somebody else": [
    `SELECT countersign.append('{session}', '{id}', 2, '[{"kind":"rejected","facts":"{\\"by\\":{\\"kind\\":\\"person\\",\\"login\\":\\"bo\\"},\\"base\\":{}}"}]', 'ended', NULL, NULL, NULL)`,
    "malformed",
  ],
  "publish a request that no desk can read": [
    'SELECT countersign.publish(\'{session}\', \'x\', \'[{"kind":"received","facts":"{}","body":"{}"}]\', \'request\', \'{}\', 1::smallint)',
    "malformed",
  ],
  "publish a summary that is no JSON": [
    `SELECT countersign.publish('{session}', 'x', ${RECEIVED}, 'request', 'no json', 1::smallint)`,
    "invalid input syntax for type json",
  ],
  "publish a summary larger than a line of a list": [
    `SELECT countersign.publish('{session}', 'x', ${RECEIVED}, 'request', json_build_object('x', repeat('x', 65536))::text, 1::smallint)`,
    "malformed",
  ],
  "append a row that is no JSON": [
    appended('{"kind":"rejected","facts":"{"}'),
    "invalid input syntax for type json",
  ],
  "append a decision that is based on nothing": [
    appended(
      '{"kind":"rejected","facts":"{\\"by\\":{\\"kind\\":\\"person\\",\\"login\\":\\"ana\\"}}"}',
    ),
    "malformed",
  ],
  "append a decision that names nobody": [
    appended('{"kind":"rejected","facts":"{\\"base\\":{}}"}'),
    "malformed",
  ],
  "put another's name into a content": [
    appended(
      '{"kind":"cancelled","facts":"{\\"by\\":{\\"kind\\":\\"desk\\"}}","body":"{\\"by\\":{\\"kind\\":\\"person\\",\\"login\\":\\"bo\\"}}"}',
    ),
    "malformed",
  ],
  "put another's name into a content, written otherwise": [
    appended(
      '{"kind":"cancelled","facts":"{\\"by\\":{\\"kind\\":\\"desk\\"}}","body":"{\\"x\\":\\"\\\\u0000\\",\\"b\\\\u0079\\":{\\"login\\":\\"bo\\"}}"}',
    ),
    "malformed",
  ],
  "put a fact into a content": [
    appended(
      '{"kind":"inspected","facts":"{\\"by\\":{\\"kind\\":\\"desk\\"}}","body":"{\\"gate\\":\\"request\\"}"}',
    ),
    "malformed",
  ],
  "say a fact twice": [
    appended(
      '{"kind":"rejected","facts":"{\\"by\\":{\\"kind\\":\\"person\\",\\"login\\":\\"bo\\"},\\"b\\\\u0079\\":{\\"kind\\":\\"person\\",\\"login\\":\\"ana\\"},\\"base\\":{}}"}',
    ),
    "malformed",
  ],
  "say a fact twice further inside": [
    appended(
      '{"kind":"rejected","facts":"{\\"by\\":{\\"kind\\":\\"person\\",\\"login\\":\\"bo\\",\\"login\\":\\"ana\\"},\\"base\\":{}}"}',
    ),
    "malformed",
  ],
  "give a content a field twice": [
    appended(
      '{"kind":"cancelled","facts":"{\\"by\\":{\\"kind\\":\\"desk\\"}}","body":"{\\"because\\":{},\\"becaus\\\\u0065\\":{}}"}',
    ),
    "malformed",
  ],
  "append a row of nobody": [appended('{"kind":"cancelled","facts":"{}"}'), "malformed"],
  "propose in another's name": [
    `SELECT countersign.propose('{session}', '{id}', 2, '[{"kind":"answered-by-hand","facts":"{\\"by\\":{\\"kind\\":\\"person\\",\\"login\\":\\"ana\\"},\\"base\\":{}}","body":"{\\"by\\":{}}"}]', 'response', NULL)`,
    "malformed",
  ],
  "propose what no desk can read": [
    `SELECT countersign.propose('{session}', '{id}', 2, '[{"kind":"answered-by-hand","facts":"{}","body":"{"}]', 'response', NULL)`,
    "invalid input syntax for type json",
  ],
  "append more than a server can send": [
    "SELECT countersign.append('{session}', '{id}', 2, json_build_array(repeat('x', 134217728)), 'request', NULL, NULL, NULL)",
    "malformed",
  ],
  "take a vote back by hand": "DELETE FROM countersign.vote",
  "speak from the session of another login": [
    "SELECT countersign.append('{other}', '{id}', 2, '[]', 'ended', NULL, NULL, NULL)",
    "session-over",
  ],
  "make its desk seem to live, or the others' to be dead":
    "UPDATE countersign.session SET seen_ms = 1",
  "raise what it may have open": "UPDATE countersign.meta SET open_requests = 1000000",
  "say that nothing of it is open": "DELETE FROM countersign.load",
  "give a budget back": "DELETE FROM countersign.spend",
  "change how long a lease is": "UPDATE countersign.meta SET lease_ms = 1",
  "give itself a role": "GRANT countersign_operator TO ana",
  "let itself write to a table":
    "GRANT INSERT ON countersign.vote TO ana; INSERT INTO countersign.vote VALUES (0, 'ana')",
  "let a trigger change what others write":
    "CREATE TRIGGER mine BEFORE INSERT ON countersign.event EXECUTE FUNCTION countersign.now_ms()",
  "append past the checks": "SELECT countersign.add_event('{id}', 'delivered', '{}', NULL, '', 1)",
  "stop the team": "SELECT countersign.set_mode('stopped')",
  "set its policy": "SELECT countersign.set_policy('{}', '[]', 0)",
  "forget a content": "SELECT countersign.forget('{id}', 'mine')",
  "become the owner": "SET ROLE countersign_owner",
  "become another login": "SET SESSION AUTHORIZATION bo",
  "change a function":
    "CREATE OR REPLACE FUNCTION countersign.now_ms() RETURNS bigint LANGUAGE sql RETURN 0",
  "put a table of its own in the way":
    "BEGIN; CREATE TEMPORARY TABLE vote (proposal bigint, login text); INSERT INTO countersign.vote SELECT * FROM vote",
  "decide by what was there when its transaction began": [
    "BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT countersign.claim('{session}', '{id}')",
    "malformed",
  ],
  "drop the schema": "DROP SCHEMA countersign CASCADE",
};
