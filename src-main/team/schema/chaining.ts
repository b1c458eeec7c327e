// The chain and the contents: functions that only the functions of `appending.ts` and its neighbours call.
import { kindsWith, wholeFacts } from "#shared/ledger/rowKinds.ts";

const WHOLE_FACTS = Object.entries(wholeFacts()).map(
  ([kind, names]) => `WHEN kind = '${kind}' THEN '${names.join(" ")}'`,
);
const DECIDING = kindsWith("base").map((kind) => `'${kind}'`);

export const CHAINING = String.raw`
CREATE OR REPLACE FUNCTION now_ms() RETURNS bigint LANGUAGE sql VOLATILE
  RETURN (extract(epoch FROM clock_timestamp()) * 1000)::bigint;

CREATE OR REPLACE FUNCTION sha256_hex(value text) RETURNS text LANGUAGE sql
  RETURN encode(sha256(convert_to(value, 'UTF8')), 'hex');

/* Ends the transaction with nothing changed; the client reads the reason by the code. */
CREATE OR REPLACE FUNCTION refuse(why text, details text DEFAULT '') RETURNS void LANGUAGE plpgsql AS $f$
BEGIN
  RAISE EXCEPTION USING ERRCODE = 'CS001', MESSAGE = why, DETAIL = details;
END $f$;

/*
 * Takes the end of the chain: from here on, this transaction is the only one that appends. The team's Stopped does not
 * wait for it, so whoever comes next appends its row.
 */
CREATE OR REPLACE FUNCTION take_head() RETURNS void LANGUAGE plpgsql AS $f$
DECLARE
  settings meta;
BEGIN
  PERFORM one FROM head FOR UPDATE;
  SELECT * INTO settings FROM meta;
  IF settings.mode_is_noted THEN RETURN; END IF;
  UPDATE meta SET mode_is_noted = true;
  PERFORM add_event('ledger', 'team-stopped',
    json_build_object('by', json_build_object('kind', 'person', 'login', settings.mode_by))::text, NULL, '', now_ms());
END $f$;

/* Appends one row. The hash is made here, over the exact bytes that are stored. */
CREATE OR REPLACE FUNCTION add_event(of_sample text, of_kind text, of_facts text, of_content text, of_media text, of_ms bigint)
RETURNS bigint LANGUAGE plpgsql AS $f$
DECLARE
  last head;
  digest text;
  linked text;
BEGIN
  IF position(E'\n' IN of_sample || of_kind || of_facts || of_media) > 0 THEN PERFORM refuse('malformed'); END IF;
  SELECT * INTO last FROM head FOR UPDATE;
  digest := sha256_hex(concat_ws(E'\n', last.seq + 1, of_ms, of_sample, of_kind, of_facts, coalesce(of_content, ''), of_media));
  linked := sha256_hex(E'countersign-ledger/1\n' || last.hash || E'\n' || digest);
  INSERT INTO event VALUES (last.seq + 1, of_sample, of_ms, of_kind, of_facts, of_content, of_media, last.hash, linked);
  UPDATE head SET seq = last.seq + 1, hash = linked;
  RETURN last.seq + 1;
END $f$;

/* The body of a content: its own, or that of its parts. */
CREATE OR REPLACE FUNCTION body_of(one content) RETURNS text LANGUAGE sql STABLE
  RETURN coalesce(one.body, (SELECT string_agg(part.body, '' ORDER BY named.n)
    FROM unnest(one.parts) WITH ORDINALITY AS named (id, n) JOIN part USING (id)));

/* HMAC-SHA-256 (RFC 2104) under the key of this database: no hash in it confirms a guess. */
CREATE OR REPLACE FUNCTION mac_of(value text) RETURNS bytea LANGUAGE sql STABLE
  RETURN (SELECT sha256(outer_pad || sha256(inner_pad || convert_to(value, 'UTF8'))) FROM part_key);

/* Keeps each part once, and names them as those of the content. */
CREATE OR REPLACE FUNCTION keep_parts(of_commitment text, texts text[]) RETURNS void LANGUAGE plpgsql AS $f$
BEGIN
  INSERT INTO part (mac, body) SELECT DISTINCT ON (mac) mac, value
    FROM (SELECT mac_of(value) AS mac, value FROM unnest(texts) AS value) AS made ORDER BY mac
    ON CONFLICT DO NOTHING;
  UPDATE content SET parts = ARRAY(SELECT part.id FROM unnest(texts) WITH ORDINALITY AS made (value, n)
    JOIN part ON mac = mac_of(value) ORDER BY n) WHERE commitment = of_commitment;
  INSERT INTO part_use SELECT DISTINCT named, of_commitment FROM content, unnest(parts) AS named
    WHERE commitment = of_commitment;
END $f$;

/* Keeps a body once, under a salt of its own; returns its commitment. 'texts' are its parts (null: it is kept whole). */
CREATE OR REPLACE FUNCTION keep(of_body text, texts text[]) RETURNS text LANGUAGE plpgsql AS $f$
DECLARE
  plain text := sha256_hex(of_body);
  found_one text;
  new_salt bytea;
BEGIN
  LOOP
    /* Held against being forgotten before this transaction has said that it holds it too. */
    SELECT commitment INTO found_one FROM content WHERE sha256 = plain FOR KEY SHARE;
    IF found_one IS NOT NULL THEN RETURN found_one; END IF;
    new_salt := sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()));
    INSERT INTO content (commitment, sha256, salt, length, body)
      VALUES (encode(sha256(new_salt || convert_to(of_body, 'UTF8')), 'hex'), plain, new_salt,
              octet_length(convert_to(of_body, 'UTF8')), CASE WHEN texts IS NULL THEN of_body END)
      ON CONFLICT DO NOTHING RETURNING commitment INTO found_one;
    CONTINUE WHEN found_one IS NULL;
    IF texts IS NOT NULL THEN PERFORM keep_parts(found_one, texts); END IF;
    RETURN found_one;
  END LOOP;
END $f$;

/* Twice the longest message of a server, as its texts are escaped once more; the summary is a line of a list. */
CREATE OR REPLACE FUNCTION check_sizes(of_id text, rows json, of_summary text) RETURNS void LANGUAGE plpgsql AS $f$
BEGIN
  IF octet_length(of_id) > 200 OR octet_length(rows::text) > 134217728 OR octet_length(of_summary) > 65536
    OR json_typeof(of_summary::json) <> 'object' THEN PERFORM refuse('malformed'); END IF;
END $f$;

/* The fields of a kind that are facts as a whole (rowKinds.ts). */
CREATE OR REPLACE FUNCTION whole_facts(kind text) RETURNS text[] LANGUAGE sql
  RETURN string_to_array(CASE
    ${WHOLE_FACTS.join("\n    ")}
    ELSE 'by' END, ' ');

/*
 * The names of a content's fields. A text that PostgreSQL's own cannot hold (NUL, half a character) is no field's name,
 * so something else may stand in its place.
 */
CREATE OR REPLACE FUNCTION names_in(body text) RETURNS text[] LANGUAGE sql
  RETURN ARRAY(SELECT json_object_keys(
    (CASE WHEN strpos(body, '\u') = 0 THEN body
      ELSE regexp_replace(body, '\\u(0000|[dD][89a-fA-F][0-9a-fA-F]{2})', '\\t', 'g') END)::json));

/* Whether a content has a field that belongs into the chain: it would be read as one. */
CREATE OR REPLACE FUNCTION has_facts(kind text, body text) RETURNS boolean LANGUAGE sql
  RETURN names_in(body) && whole_facts(kind);

/*
 * Whether an object of these facts has a field twice: readers differ in which one they take. 'jsonb' drops one, and with
 * it at least its name: the text has more strings than are left.
 */
CREATE OR REPLACE FUNCTION has_twice(facts text) RETURNS boolean LANGUAGE sql
  RETURN regexp_count(facts, '"([^"\\]|\\.)*"') <> regexp_count(facts::jsonb::text, '"([^"\\]|\\.)*"');

/*
 * What every desk reads in the same way: facts and content are objects without a field twice, and a decision says what
 * it is based on. What is further inside a content is left to the desks, which pass over such a row.
 */
CREATE OR REPLACE FUNCTION check_form(line json, body text) RETURNS void LANGUAGE plpgsql AS $f$
DECLARE
  facts json := (line->>'facts')::json;
  names text[] := names_in(body);
BEGIN
  IF has_twice(line->>'facts') OR cardinality(names) <> (SELECT count(DISTINCT name) FROM unnest(names) AS name) THEN
    PERFORM refuse('malformed');
  END IF;
  IF line->>'kind' IS NULL OR json_typeof(facts) IS DISTINCT FROM 'object' OR json_typeof(body::json) <> 'object'
    OR has_facts(line->>'kind', body) THEN PERFORM refuse('malformed'); END IF;
  IF line->>'kind' IN (${DECIDING.join(", ")}) AND json_typeof(facts->'base') IS DISTINCT FROM 'object' THEN
    PERFORM refuse('malformed');
  END IF;
END $f$;

/* Keeps the contents of rows before the head is taken: 'rows' is [{kind, facts, body or parts, media: [{sha256, body}], reserve, used}]. */
CREATE OR REPLACE FUNCTION prepare(of_sample text, rows json) RETURNS prepared[] LANGUAGE plpgsql AS $f$
DECLARE
  line json;
  medium json;
  made prepared;
  done prepared[] := '{}';
  kept text;
  is_new boolean;
  texts text[];
  body text;
BEGIN
  /* Before any content: whoever deletes parts waits for those who name some, and they for it. */
  LOCK TABLE part_use IN ROW EXCLUSIVE MODE;
  FOR line IN SELECT * FROM json_array_elements(rows) LOOP
    texts := CASE WHEN line->'parts' IS NOT NULL THEN ARRAY(SELECT * FROM json_array_elements_text(line->'parts')) END;
    body := coalesce(array_to_string(texts, ''), line->>'body');
    PERFORM check_form(line, body);
    made := ROW(line->>'kind', line->>'facts', NULL, '', line->'reserve', line->'used');
    IF body IS NOT NULL THEN
      made.content := keep(body, texts);
      INSERT INTO held VALUES (of_sample, made.content) ON CONFLICT DO NOTHING;
    END IF;
    FOR medium IN SELECT * FROM json_array_elements(coalesce(line->'media', '[]')) LOOP
      kept := NULL;
      IF medium->>'body' IS NOT NULL THEN
        IF sha256_hex(medium->>'body') <> medium->>'sha256' THEN PERFORM refuse('malformed'); END IF;
        kept := keep(medium->>'body', NULL);
      ELSE
        SELECT commitment INTO kept FROM content WHERE sha256 = medium->>'sha256' FOR KEY SHARE;
      END IF;
      CONTINUE WHEN kept IS NULL;
      INSERT INTO held VALUES (of_sample, kept) ON CONFLICT DO NOTHING RETURNING true INTO is_new;
      IF is_new THEN made.media := ltrim(made.media || ' ' || kept); END IF;
      is_new := NULL;
    END LOOP;
    done := done || made;
  END LOOP;
  RETURN done;
END $f$;

/*
 * Counts what a login adds to the open requests, whoever holds them. What is open already may grow to twice what new
 * requests may have, and can always end.
 */
CREATE OR REPLACE FUNCTION weigh(before request, target request) RETURNS void LANGUAGE plpgsql AS $f$
DECLARE
  is_new integer := CASE WHEN before.revision = 0 THEN 1 ELSE 0 END;
  settings meta;
  total load;
BEGIN
  SELECT * INTO settings FROM meta;
  IF target.is_ended AND NOT before.is_ended THEN
    UPDATE load SET (requests, bytes) = (load.requests - share.requests, load.bytes - share.bytes)
      FROM share WHERE share.sample = target.id AND load.login = share.login;
    DELETE FROM share WHERE sample = target.id;
  ELSIF target.is_ended THEN
    IF target.bytes > 2 * settings.open_bytes THEN PERFORM refuse('login-full'); END IF;
  ELSE
    INSERT INTO share VALUES (target.id, session_user, is_new, target.bytes - before.bytes)
      ON CONFLICT (sample, login) DO UPDATE SET bytes = share.bytes + excluded.bytes;
    INSERT INTO load VALUES (session_user, is_new, target.bytes - before.bytes)
      ON CONFLICT (login) DO UPDATE
        SET (requests, bytes) = (load.requests + excluded.requests, load.bytes + excluded.bytes)
      RETURNING * INTO total;
    IF total.requests > settings.open_requests AND is_new = 1
      OR total.bytes > settings.open_bytes * (2 - is_new) THEN PERFORM refuse('login-full'); END IF;
  END IF;
END $f$;

/*
 * Holds what a generation is expected to use against each budget. The head is taken, so no other approval counts meanwhile.
 * 'is_whole': a price that is not known is over any budget in USD.
 */
CREATE OR REPLACE FUNCTION reserve(of_sample text, need json, at bigint, is_whole boolean) RETURNS void LANGUAGE plpgsql AS $f$
DECLARE
  one budget;
  since bigint;
  used numeric;
  wanted numeric;
BEGIN
  FOR one IN SELECT * FROM budget LOOP
    IF need IS NULL THEN PERFORM refuse('malformed'); END IF;
    since := CASE one.span WHEN 'hour' THEN at - 3600000
      ELSE (extract(epoch FROM date_trunc(one.span, to_timestamp(at / 1000.0), 'UTC')) * 1000)::bigint END;
    /* What was only reserved counts no longer than its request is open and its desk there. */
    SELECT coalesce(sum(CASE one.unit WHEN 'tokens' THEN tokens ELSE coalesce(usd, 0) END), 0) INTO used
      FROM spend WHERE at_ms > since AND (is_over
        OR EXISTS (SELECT 1 FROM request WHERE id = spend.sample AND NOT is_ended AND is_alive(holder)));
    wanted := (need->>one.unit)::numeric;
    IF wanted IS NULL AND NOT is_whole THEN wanted := 0; END IF;
    IF wanted < 0 THEN PERFORM refuse('malformed'); END IF;
    IF wanted IS NULL OR used + wanted > one.most THEN
      PERFORM refuse('over-budget', json_build_object('scope', 'all', 'unit', one.unit, 'window', one.span,
        'limit', one.most, 'used', used, 'reserved', 0, 'needs', wanted)::text);
    END IF;
  END LOOP;
  IF need IS NOT NULL THEN
    INSERT INTO spend VALUES (need->>'attemptId', of_sample, at, (need->>'tokens')::numeric, (need->>'usd')::numeric);
  END IF;
END $f$;
`;
