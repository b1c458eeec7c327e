// What a desk may append, and when: everything that the database itself decides about a request. All of it happens in
// one transaction, or none. `advance` runs in the clients; here stand the rules that no client can be trusted with.
export const APPENDING = String.raw`
CREATE OR REPLACE FUNCTION my_session(of_session uuid) RETURNS session LANGUAGE plpgsql AS $f$
DECLARE
  mine session;
BEGIN
  /* Every check reads what is there now, not what was there when a long transaction began. */
  IF current_setting('transaction_isolation') <> 'read committed' THEN PERFORM refuse('malformed'); END IF;
  SELECT * INTO mine FROM session WHERE id = of_session AND login = session_user AND NOT is_over;
  IF mine.id IS NULL THEN PERFORM refuse('session-over'); END IF;
  RETURN mine;
END $f$;

CREATE OR REPLACE FUNCTION is_alive(of_session uuid) RETURNS boolean LANGUAGE sql
  RETURN EXISTS (SELECT 1 FROM session, meta
    WHERE id = of_session AND NOT is_over AND seen_ms + lost_ms >= now_ms());

/* The request, locked: whatever is decided about it waits here for its turn. */
CREATE OR REPLACE FUNCTION my_request(of_id text) RETURNS request LANGUAGE plpgsql AS $f$
DECLARE
  found_one request;
BEGIN
  SELECT * INTO found_one FROM request WHERE id = of_id FOR UPDATE;
  IF found_one.id IS NULL THEN PERFORM refuse('unknown'); END IF;
  RETURN found_one;
END $f$;

/* Whether a row concludes what its author was editing. What a desk does by itself leaves the lease to its user. */
CREATE OR REPLACE FUNCTION gives_lease_back(line prepared) RETURNS boolean LANGUAGE sql
  RETURN line.facts::json->'by'->>'kind' = 'person' AND line.kind NOT IN ('media-kept', 'rounds-allowed', 'stop-asked');

/* Checks who may append a row of this kind now. */
CREATE OR REPLACE FUNCTION check_row(line prepared, target request, mine session, fence bigint, by_votes boolean)
RETURNS void LANGUAGE plpgsql AS $f$
DECLARE
  holds boolean := target.holder = mine.id;
  facts json := line.facts::json;
  person text := facts->'by'->>'kind';
BEGIN
  /* Everybody is named, and nobody speaks for somebody else. */
  IF person IS NULL AND line.kind <> 'grouped' THEN PERFORM refuse('malformed'); END IF;
  IF person = 'person' AND (facts->'by'->>'login') IS DISTINCT FROM session_user THEN PERFORM refuse('malformed'); END IF;
  /* Only the desk that generates knows what was used in the end. */
  IF line.used IS NOT NULL AND NOT (holds AND line.kind IN ('attempt-done', 'attempt-stopped', 'attempt-failed')
    AND line.used->>'attemptId' IS NOT DISTINCT FROM facts->>'attemptId') THEN PERFORM refuse('malformed'); END IF;
  IF line.reserve IS NOT NULL AND NOT (line.kind = 'request-approved'
    AND line.reserve->>'attemptId' IS NOT DISTINCT FROM facts->>'attemptId') THEN PERFORM refuse('malformed'); END IF;
  CASE
    WHEN line.kind IN ('request-approved', 'run-approved', 'answered-by-hand', 'response-approved', 'returned-to-request',
        'rejected', 'stop-asked', 'media-kept', 'rounds-allowed', 'taken-back') THEN
      IF NOT holds AND person <> 'person' THEN PERFORM refuse('malformed'); END IF;
      IF line.kind IN ('request-approved', 'run-approved', 'response-approved') AND target.votes_needed > 1
        AND NOT by_votes THEN
        PERFORM refuse('needs-votes');
      END IF;
      IF person = 'person' AND line.kind NOT IN ('rejected', 'stop-asked') THEN
        IF target.lease_session <> mine.id AND target.lease_until_ms > now_ms() THEN PERFORM refuse('leased'); END IF;
        /* It writes a text, or does not say that it left the text as it was. */
        IF (line.kind = 'answered-by-hand' OR (line.kind IN ('request-approved', 'run-approved', 'response-approved')
            AND (facts->>'edited') IS DISTINCT FROM 'false'))
          AND ((target.lease_session, target.lease_fence) IS DISTINCT FROM (mine.id, fence) OR target.lease_until_ms <= now_ms())
          THEN PERFORM refuse('lease-lost'); END IF;
      END IF;
    WHEN line.kind IN ('grouped', 'caller-found', 'judged', 'inspected', 'attempt-started', 'attempt-done', 'attempt-stopped',
        'attempt-failed', 'answered-by-fixture', 'released', 'delivered', 'delivery-failed', 'delivery-unknown',
        'refused', 'refused-more', 'cancelled', 'completed', 'limit-raised', 'document-updated', 'two-needed') THEN
      IF NOT holds THEN
        /* Once its desk is gone, any other may say so: nothing else. */
        IF line.kind NOT IN ('cancelled', 'delivery-unknown', 'attempt-failed') THEN PERFORM refuse('not-holder'); END IF;
        IF is_alive(target.holder) THEN PERFORM refuse('holder-alive'); END IF;
        IF person IS DISTINCT FROM 'desk' THEN PERFORM refuse('malformed'); END IF;
      END IF;
    ELSE PERFORM refuse('malformed');
  END CASE;
END $f$;

/* Exactly one ending, and nothing leaves that was not approved. Returns whether the request has ended. */
CREATE OR REPLACE FUNCTION end_by(of_kind text, target text, has_ended boolean) RETURNS boolean LANGUAGE plpgsql AS $f$
BEGIN
  IF of_kind IN ('rejected', 'refused', 'cancelled') THEN
    IF has_ended THEN PERFORM refuse('ended'); END IF;
    INSERT INTO ending VALUES (target, of_kind);
    RETURN true;
  ELSIF of_kind IN ('delivered', 'delivery-failed', 'delivery-unknown') THEN
    IF has_ended THEN
      /* How the error fared that was sent in place of a response. */
      UPDATE ending SET is_told = true
        WHERE sample = target AND kind IN ('rejected', 'refused', 'cancelled') AND NOT is_told;
      IF NOT FOUND THEN PERFORM refuse('ended'); END IF;
      RETURN true;
    END IF;
    IF NOT EXISTS (SELECT 1 FROM event WHERE sample = target AND kind = 'response-approved') THEN
      PERFORM refuse('malformed');
    END IF;
    INSERT INTO ending VALUES (target, of_kind);
    RETURN true;
  ELSIF has_ended AND of_kind NOT IN ('attempt-done', 'attempt-stopped', 'attempt-failed', 'completed', 'refused-more') THEN
    PERFORM refuse('ended');
  END IF;
  RETURN has_ended;
END $f$;

/* Appends prepared rows. Takes the head; the request is locked already. */
CREATE OR REPLACE FUNCTION append_prepared(target request, rows prepared[]) RETURNS request LANGUAGE plpgsql AS $f$
DECLARE
  line prepared;
  at bigint;
  before request := target;
BEGIN
  PERFORM take_head();
  at := now_ms();
  SELECT bytes INTO before.bytes FROM request WHERE id = target.id;
  FOREACH line IN ARRAY rows LOOP
    IF line.kind IN ('request-approved', 'run-approved', 'response-approved', 'answered-by-fixture', 'proposed', 'voted')
      AND (SELECT mode FROM meta) = 'stopped' THEN PERFORM refuse('stopped'); END IF;
    IF line.kind = 'request-approved' THEN PERFORM reserve(target.id, line.reserve, at, false); END IF;
    IF line.used IS NOT NULL THEN
      /* Without a whole price, the most that it can have cost stays counted. */
      UPDATE spend SET (tokens, usd, is_over) =
          ((line.used->>'tokens')::numeric, coalesce((line.used->>'usd')::numeric, usd), true)
        WHERE attempt = line.used->>'attemptId' AND sample = target.id;
    END IF;
    target.is_ended := end_by(line.kind, target.id, target.is_ended);
    target.seq := add_event(target.id, line.kind, line.facts, line.content, line.media, at);
    target.revision := target.revision + 1;
    target.bytes := target.bytes + octet_length(line.facts) + coalesce((SELECT sum(length) FROM content
      WHERE commitment = line.content OR commitment = ANY (string_to_array(line.media, ' '))), 0);
    /* What was voted on was the request without this row. */
    IF line.kind <> 'voted' THEN target.proposal := NULL; END IF;
  END LOOP;
  PERFORM weigh(before, target);
  UPDATE request SET
    (revision, seq, phase, is_ended, summary, bytes, votes_needed, proposal, proposal_phase, lease_until_ms) =
      (target.revision, target.seq,
       /* Only an ending ends it, whatever its desk says of the phase. */
       CASE WHEN target.is_ended THEN 'ended' WHEN target.phase = 'ended' THEN phase ELSE target.phase END, target.is_ended,
       target.summary, target.bytes, target.votes_needed, target.proposal,
       CASE WHEN target.proposal IS NOT NULL THEN target.proposal_phase END,
       CASE WHEN target.is_ended THEN 0 ELSE target.lease_until_ms END)
    WHERE id = target.id;
  PERFORM pg_notify('countersign', target.id);
  RETURN target;
END $f$;

/* The desk that generates says the most that it can use, before it does: another desk does not know all prices. */
CREATE OR REPLACE FUNCTION cover(of_session uuid, of_id text, need json) RETURNS void LANGUAGE plpgsql SECURITY DEFINER AS $f$
DECLARE
  mine session := my_session(of_session);
  target request := my_request(of_id);
BEGIN
  IF target.holder <> mine.id THEN PERFORM refuse('not-holder'); END IF;
  PERFORM take_head();
  DELETE FROM spend WHERE attempt = need->>'attemptId' AND sample = of_id;
  PERFORM reserve(of_id, need, now_ms(), true);
END $f$;

CREATE OR REPLACE FUNCTION told(target request) RETURNS json LANGUAGE sql
  RETURN json_build_object('revision', target.revision, 'seq', target.seq,
    'hash', (SELECT hash FROM event WHERE seq = target.seq));

CREATE OR REPLACE FUNCTION publish(of_session uuid, of_id text, rows json, of_phase text, of_summary text, votes smallint)
RETURNS json LANGUAGE plpgsql SECURITY DEFINER AS $f$
DECLARE
  mine session := my_session(of_session);
  target request;
  made prepared[];
  one prepared;
BEGIN
  PERFORM check_sizes(of_id, rows, of_summary);
  IF of_id = 'ledger' OR rows->0->>'kind' IS DISTINCT FROM 'received' OR coalesce(rows->0->>'body', rows->0->>'parts') IS NULL
    OR json_typeof((rows->0->>'facts')::json->'asker') IS DISTINCT FROM 'object' THEN PERFORM refuse('malformed'); END IF;
  INSERT INTO request (id, holder, phase, votes_needed, summary)
    VALUES (of_id, mine.id, 'request', votes, of_summary)
    ON CONFLICT DO NOTHING RETURNING * INTO target;
  IF target.id IS NULL THEN PERFORM refuse('known'); END IF;
  target.phase := of_phase;
  target.bytes := octet_length(of_summary);
  made := prepare(of_id, rows);
  FOREACH one IN ARRAY made[2:] LOOP PERFORM check_row(one, target, mine, NULL, false); END LOOP;
  RETURN told(append_prepared(target, made));
END $f$;

CREATE OR REPLACE FUNCTION append(of_session uuid, of_id text, of_revision integer, rows json, of_phase text, fence bigint,
  of_summary text, votes smallint)
RETURNS json LANGUAGE plpgsql SECURITY DEFINER AS $f$
DECLARE
  mine session := my_session(of_session);
  target request := my_request(of_id);
  made prepared[];
  one prepared;
BEGIN
  IF target.revision <> of_revision THEN PERFORM refuse(CASE WHEN target.is_ended THEN 'ended' ELSE 'stale' END); END IF;
  PERFORM check_sizes(of_id, rows, of_summary);
  IF json_array_length(rows) = 0 THEN PERFORM refuse('malformed'); END IF;
  made := prepare(of_id, rows);
  FOREACH one IN ARRAY made LOOP PERFORM check_row(one, target, mine, fence, false); END LOOP;
  target.phase := of_phase;
  IF target.holder = mine.id THEN
    target.bytes := target.bytes + coalesce(octet_length(of_summary) - octet_length(target.summary), 0);
    target.summary := coalesce(of_summary, target.summary);
    target.votes_needed := greatest(target.votes_needed, votes);
  END IF;
  IF target.lease_session = mine.id AND (SELECT bool_or(gives_lease_back(m)) FROM unnest(made) AS m) THEN
    target.lease_until_ms := 0;
  END IF;
  RETURN told(append_prepared(target, made));
END $f$;

CREATE OR REPLACE FUNCTION propose(of_session uuid, of_id text, of_revision integer, rows json, of_phase text, fence bigint)
RETURNS json LANGUAGE plpgsql SECURITY DEFINER AS $f$
DECLARE
  mine session := my_session(of_session);
  target request := my_request(of_id);
  one json;
  facts text := json_build_object('by', json_build_object('kind', 'person', 'login', session_user));
  body text := json_build_object('rows', rows);
BEGIN
  IF target.is_ended THEN PERFORM refuse('ended'); END IF;
  IF target.revision <> of_revision THEN PERFORM refuse('stale'); END IF;
  PERFORM check_sizes(of_id, rows, NULL);
  IF target.votes_needed < 2 OR json_array_length(rows) = 0 THEN PERFORM refuse('malformed'); END IF;
  FOR one IN SELECT * FROM json_array_elements(rows) LOOP
    IF coalesce(one->>'kind', '') NOT IN ('request-approved', 'run-approved', 'answered-by-hand', 'response-approved') THEN
      PERFORM refuse('malformed');
    END IF;
    PERFORM check_form(one, one->>'body');
    PERFORM check_row(ROW(one->>'kind', one->>'facts', NULL, '', one->'reserve', one->'used'), target, mine, fence, true);
  END LOOP;
  IF target.lease_session = mine.id THEN target.lease_until_ms := 0; END IF;
  target := append_prepared(target, ARRAY[ROW('proposed', facts, keep(body, NULL), '', NULL, NULL)::prepared]);
  INSERT INTO held SELECT of_id, content FROM event WHERE seq = target.seq ON CONFLICT DO NOTHING;
  target.proposal := target.seq;
  target.proposal_phase := of_phase;
  UPDATE request SET (proposal, proposal_phase) = (target.proposal, of_phase) WHERE id = of_id;
  IF (SELECT login FROM session WHERE id = target.holder) <> session_user THEN
    INSERT INTO vote VALUES (target.proposal, session_user);
  END IF;
  RETURN told(target);
END $f$;

/* Counts a vote and, with the last one, appends what was voted for, byte for byte as it was proposed. */
CREATE OR REPLACE FUNCTION vote(of_session uuid, of_id text, of_hash text)
RETURNS json LANGUAGE plpgsql SECURITY DEFINER AS $f$
DECLARE
  mine session := my_session(of_session);
  target request := my_request(of_id);
  facts text;
  proposed text;
  is_enough boolean;
BEGIN
  IF target.is_ended THEN PERFORM refuse('ended'); END IF;
  IF NOT EXISTS (SELECT 1 FROM event WHERE seq = target.proposal AND hash = of_hash) THEN PERFORM refuse('vote-stale'); END IF;
  IF (SELECT login FROM session WHERE id = target.holder) = session_user THEN PERFORM refuse('own-request'); END IF;
  INSERT INTO vote VALUES (target.proposal, session_user) ON CONFLICT DO NOTHING;
  IF NOT FOUND THEN PERFORM refuse('already-voted'); END IF;
  facts := json_build_object('by', json_build_object('kind', 'person', 'login', session_user), 'proposal', target.proposal);
  target := append_prepared(target, ARRAY[ROW('voted', facts, NULL, '', NULL, NULL)::prepared]);
  is_enough := (SELECT count(*) FROM vote WHERE proposal = target.proposal) >= target.votes_needed;
  IF is_enough THEN
    SELECT body_of(c) INTO proposed FROM event JOIN content c ON c.commitment = event.content WHERE seq = target.proposal;
    IF proposed IS NULL THEN PERFORM refuse('vote-stale'); END IF;
    target.phase := target.proposal_phase;
    target := append_prepared(target, prepare(target.id, proposed::json->'rows'));
  END IF;
  RETURN (told(target)::jsonb || jsonb_build_object('approved', is_enough))::json;
END $f$;
`;
