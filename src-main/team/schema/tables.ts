// The tables of a team's database, in PostgreSQL's SQL. Nobody but their owner may write them: everybody else calls the
// functions of `appending.ts` and its neighbours. Columns of `event` and `content` are those of FORMAT.md.
export const TABLES = String.raw`
CREATE TABLE meta (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  version integer NOT NULL DEFAULT 0,
  /* How long a lease lasts, and after what silence a desk counts as gone; by the database's clock. */
  lease_ms integer NOT NULL DEFAULT 60000,
  lost_ms integer NOT NULL DEFAULT 20000,
  /* What one login may have open: requests that its desks received, and bytes in any. */
  open_requests integer NOT NULL DEFAULT 10000,
  open_bytes bigint NOT NULL DEFAULT 268435456,
  mode text NOT NULL DEFAULT 'running' CHECK (mode IN ('running', 'stopped')),
  mode_by text,
  mode_ms bigint,
  /* Whether the chain says so already. */
  mode_is_noted boolean NOT NULL DEFAULT true,
  policy text NOT NULL DEFAULT '{}',
  policy_version integer NOT NULL DEFAULT 0
);

/* The end of the chain. Its row lock puts all appends in one order, so it is taken last and held shortly. */
CREATE TABLE head (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  seq bigint NOT NULL,
  hash text NOT NULL
);

CREATE TABLE event (
  seq bigint PRIMARY KEY,
  sample text NOT NULL,
  at_ms bigint NOT NULL,
  kind text NOT NULL,
  facts text NOT NULL,
  content text,
  media text NOT NULL,
  prev text NOT NULL UNIQUE,
  hash text NOT NULL UNIQUE
);
CREATE INDEX event_sample ON event (sample, seq);

CREATE TABLE content (
  commitment text PRIMARY KEY,
  sha256 text UNIQUE,
  salt bytea,
  length bigint NOT NULL,
  body text,
  forgotten_ms bigint
);

/* Which request holds which content. */
CREATE TABLE held (
  sample text NOT NULL,
  commitment text NOT NULL REFERENCES content,
  PRIMARY KEY (sample, commitment)
);
CREATE INDEX held_commitment ON held (commitment);

CREATE TABLE session (
  id uuid PRIMARY KEY,
  login text NOT NULL,
  label text NOT NULL,
  seen_ms bigint NOT NULL,
  is_over boolean NOT NULL DEFAULT false
);

CREATE INDEX session_seen ON session (seen_ms) WHERE NOT is_over;

CREATE TABLE request (
  id text PRIMARY KEY,
  holder uuid NOT NULL REFERENCES session,
  revision integer NOT NULL DEFAULT 0,
  seq bigint NOT NULL DEFAULT 0,
  phase text NOT NULL CHECK (phase IN ('request', 'response', 'ready', 'delivering', 'ended')),
  votes_needed smallint NOT NULL CHECK (votes_needed IN (1, 2)),
  summary text,
  /* Of its rows, their contents and the summary. */
  bytes bigint NOT NULL DEFAULT 0,
  is_ended boolean NOT NULL DEFAULT false,
  lease_session uuid,
  lease_fence bigint NOT NULL DEFAULT 0,
  lease_until_ms bigint NOT NULL DEFAULT 0,
  /* The row 'proposed' that is voted on, and the phase that its rows lead to. */
  proposal bigint,
  proposal_phase text,
  CHECK ((phase = 'ended') = is_ended)
);
CREATE INDEX request_seq ON request (seq);
CREATE INDEX request_open ON request (id) WHERE NOT is_ended;
CREATE INDEX request_leased ON request (lease_until_ms) WHERE lease_session IS NOT NULL;

/* At most one ending for a request; 'is_told': how its error fared stands in a row as well. */
CREATE TABLE ending (
  sample text PRIMARY KEY REFERENCES request,
  kind text NOT NULL,
  is_told boolean NOT NULL DEFAULT false
);

/* What each login has open: requests that its desks hold, and bytes that it put into any. */
CREATE TABLE load (
  login text PRIMARY KEY,
  requests integer NOT NULL,
  bytes bigint NOT NULL
);

/* The part of it that is in one request, until that has ended. */
CREATE TABLE share (
  sample text NOT NULL,
  login text NOT NULL,
  requests integer NOT NULL,
  bytes bigint NOT NULL,
  PRIMARY KEY (sample, login)
);

CREATE TABLE vote (
  proposal bigint NOT NULL REFERENCES event,
  login text NOT NULL,
  PRIMARY KEY (proposal, login)
);

CREATE TABLE presence (
  session uuid NOT NULL REFERENCES session,
  sample text NOT NULL,
  PRIMARY KEY (session, sample)
);

CREATE TABLE budget (
  unit text NOT NULL CHECK (unit IN ('tokens', 'usd')),
  span text NOT NULL CHECK (span IN ('hour', 'day', 'month')),
  most numeric NOT NULL CHECK (most > 0 AND most < 'infinity'),
  PRIMARY KEY (unit, span)
);

/* What generations use: what is expected, until the desk that generates says what it was ('is_over'). */
CREATE TABLE spend (
  attempt text PRIMARY KEY,
  sample text NOT NULL REFERENCES request,
  at_ms bigint NOT NULL,
  /* Neither infinite nor NaN, which is greater than all. */
  tokens numeric NOT NULL CHECK (tokens >= 0 AND tokens < 'infinity'),
  usd numeric CHECK (usd >= 0 AND usd < 'infinity'),
  is_over boolean NOT NULL DEFAULT false
);
CREATE INDEX spend_at ON spend (at_ms);

CREATE TYPE prepared AS (
  kind text, facts text, content text, media text, reserve json, used json
);
`;

/** Version 2: content in parts. */
export const PARTS = String.raw`
ALTER TABLE content ADD COLUMN parts bigint[];

CREATE TABLE part (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  mac bytea NOT NULL UNIQUE,
  body text NOT NULL
);

/* Which content names which part. */
CREATE TABLE part_use (
  part bigint NOT NULL,
  commitment text NOT NULL,
  PRIMARY KEY (part, commitment)
);
CREATE INDEX part_use_commitment ON part_use (commitment);

/* The key by which parts are found, as the two blocks that HMAC hashes it in. */
CREATE TABLE part_key (
  inner_pad bytea NOT NULL,
  outer_pad bytea NOT NULL
);
DO $f$
DECLARE
  key bytea := sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()));
  inner_pad bytea := decode(repeat('36', 64), 'hex');
  outer_pad bytea := decode(repeat('5c', 64), 'hex');
BEGIN
  FOR n IN 0..31 LOOP
    inner_pad := set_byte(inner_pad, n, get_byte(inner_pad, n) # get_byte(key, n));
    outer_pad := set_byte(outer_pad, n, get_byte(outer_pad, n) # get_byte(key, n));
  END LOOP;
  INSERT INTO part_key VALUES (inner_pad, outer_pad);
END $f$;

DROP FUNCTION IF EXISTS keep(text), check_form(json);
`;
