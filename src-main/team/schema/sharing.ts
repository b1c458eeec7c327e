// Sessions, leases, presence, what has changed, and what operators do.
export const SHARING = String.raw`
CREATE OR REPLACE FUNCTION hello(of_label text, known uuid) RETURNS json LANGUAGE plpgsql SECURITY DEFINER AS $f$
DECLARE
  mine session;
BEGIN
  IF octet_length(of_label) > 1000 THEN PERFORM refuse('malformed'); END IF;
  UPDATE session SET is_over = true WHERE NOT is_over AND seen_ms < now_ms() - 86400000;
  UPDATE session SET seen_ms = now_ms(), label = of_label
    WHERE id = known AND login = session_user AND NOT is_over RETURNING * INTO mine;
  IF mine.id IS NULL THEN
    INSERT INTO session VALUES (gen_random_uuid(), session_user, of_label, now_ms()) RETURNING * INTO mine;
  END IF;
  RETURN json_build_object('session', mine.id, 'login', session_user, 'roles', array_to_json(ARRAY(
    SELECT role FROM unnest(ARRAY['reviewer', 'operator', 'auditor']) AS role
    WHERE pg_has_role(session_user, 'countersign_' || role, 'MEMBER'))));
END $f$;

/* One round trip tells everything: that this desk lives, and what is new after row 'known_seq'. */
CREATE OR REPLACE FUNCTION beat(of_session uuid, known_seq bigint, known_policy integer)
RETURNS json LANGUAGE plpgsql SECURITY DEFINER AS $f$
DECLARE
  mine session := my_session(of_session);
  now_is bigint := now_ms();
  upto bigint := (SELECT seq FROM head);
  settings meta;
  changed json;
BEGIN
  SELECT * INTO settings FROM meta;
  IF mine.seen_ms < now_is - 1000 THEN UPDATE session SET seen_ms = now_is WHERE id = mine.id; END IF;
  /* Nothing newer than 'upto' is missed: rows up to it were committed before it was read. */
  SELECT coalesce(json_agg(view_of(r)), '[]') INTO changed FROM request r
    WHERE CASE WHEN known_seq = 0 THEN NOT r.is_ended ELSE r.seq > known_seq END;
  RETURN json_build_object('seq', upto,
    'mode', json_build_object('kind', settings.mode, 'by', settings.mode_by, 'atMs', settings.mode_ms),
    'policyVersion', settings.policy_version,
    'policy', CASE WHEN settings.policy_version <> known_policy THEN settings.policy END,
    'requests', changed,
    'leases', (SELECT coalesce(json_agg(json_build_array(r.id, s.login, s.id, r.lease_fence, r.lease_until_ms)), '[]')
      FROM request r JOIN session s ON s.id = r.lease_session WHERE r.lease_until_ms > now_is),
    'present', (SELECT coalesce(json_agg(json_build_array(p.sample, s.login, s.id)), '[]')
      FROM presence p JOIN session s ON s.id = p.session
      WHERE NOT s.is_over AND s.seen_ms + settings.lost_ms >= now_is),
    'alive', (SELECT coalesce(json_agg(id), '[]') FROM session
      WHERE NOT is_over AND seen_ms + settings.lost_ms >= now_is));
END $f$;

CREATE OR REPLACE FUNCTION view_of(r request) RETURNS json LANGUAGE sql
  RETURN json_build_object('id', r.id, 'revision', r.revision, 'phase', r.phase, 'seq', r.seq,
    'session', r.holder, 'login', (SELECT login FROM session WHERE id = r.holder),
    'votesNeeded', r.votes_needed, 'summary', r.summary, 'bytes', r.bytes,
    'proposal', CASE WHEN r.proposal IS NOT NULL THEN json_build_object(
      'hash', (SELECT hash FROM event WHERE seq = r.proposal),
      'by', (SELECT facts::json->'by'->>'login' FROM event WHERE seq = r.proposal),
      'votes', (SELECT coalesce(json_agg(login ORDER BY login), '[]') FROM vote WHERE proposal = r.proposal)) END);

CREATE OR REPLACE FUNCTION claim(of_session uuid, of_id text) RETURNS json LANGUAGE plpgsql SECURITY DEFINER AS $f$
DECLARE
  mine session := my_session(of_session);
  target request := my_request(of_id);
BEGIN
  IF target.is_ended THEN PERFORM refuse('ended'); END IF;
  IF target.lease_until_ms > now_ms() AND target.lease_session <> mine.id THEN PERFORM refuse('leased'); END IF;
  /* Renewing keeps the fence; a lease that had run out is a new one. */
  IF target.lease_until_ms <= now_ms() THEN target.lease_fence := target.lease_fence + 1; END IF;
  target.lease_until_ms := now_ms() + (SELECT lease_ms FROM meta);
  UPDATE request SET (lease_session, lease_fence, lease_until_ms) = (mine.id, target.lease_fence, target.lease_until_ms)
    WHERE id = of_id;
  IF target.lease_session IS DISTINCT FROM mine.id THEN PERFORM pg_notify('countersign', of_id); END IF;
  RETURN json_build_object('login', mine.login, 'session', mine.id, 'fence', target.lease_fence,
    'untilMs', target.lease_until_ms);
END $f$;

CREATE OR REPLACE FUNCTION release(of_session uuid, of_id text, fence bigint) RETURNS void LANGUAGE plpgsql SECURITY DEFINER AS $f$
BEGIN
  UPDATE request SET lease_until_ms = 0
    WHERE id = of_id AND lease_session = (my_session(of_session)).id AND lease_fence = fence;
  IF FOUND THEN PERFORM pg_notify('countersign', of_id); END IF;
END $f$;

CREATE OR REPLACE FUNCTION look(of_session uuid, of_ids text[]) RETURNS void LANGUAGE plpgsql SECURITY DEFINER AS $f$
DECLARE
  mine session := my_session(of_session);
BEGIN
  DELETE FROM presence WHERE session = mine.id AND sample <> ALL (of_ids);
  INSERT INTO presence SELECT mine.id, id FROM unnest(of_ids[:100]) AS id WHERE octet_length(id) <= 200
    ON CONFLICT DO NOTHING;
END $f$;

CREATE OR REPLACE FUNCTION leave(of_session uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER AS $f$
DECLARE
  mine session := my_session(of_session);
BEGIN
  UPDATE session SET is_over = true WHERE id = mine.id;
  DELETE FROM presence WHERE session = mine.id;
  UPDATE request SET lease_until_ms = 0 WHERE lease_session = mine.id AND lease_until_ms > 0;
  PERFORM pg_notify('countersign', '');
END $f$;

/* Rows about the team itself. Takes the head, so what is appended after this row was checked after it. */
CREATE OR REPLACE FUNCTION note(of_kind text, more jsonb) RETURNS void LANGUAGE sql
BEGIN ATOMIC
  SELECT add_event('ledger', of_kind,
    (jsonb_build_object('by', jsonb_build_object('kind', 'person', 'login', session_user)) || more)::text, NULL, '', now_ms());
  SELECT pg_notify('countersign', '');
END;

CREATE OR REPLACE FUNCTION set_mode(of_mode text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER AS $f$
BEGIN
  /* Waits for nobody: what takes the end of the chain after this finds the team stopped. */
  IF of_mode = 'stopped' THEN
    UPDATE meta SET (mode, mode_by, mode_ms, mode_is_noted) = (of_mode, session_user, now_ms(), false) WHERE mode <> of_mode;
    PERFORM pg_notify('countersign', '');
    RETURN;
  END IF;
  PERFORM take_head();
  IF (SELECT mode FROM meta) = of_mode THEN RETURN; END IF;
  UPDATE meta SET (mode, mode_by, mode_ms) = (of_mode, session_user, now_ms());
  PERFORM note('team-resumed', '{}');
END $f$;

/* After this, nothing is on its way any more that was accepted before the team was stopped. */
CREATE OR REPLACE FUNCTION note_mode() RETURNS void LANGUAGE sql SECURITY DEFINER SET lock_timeout = '1s'
BEGIN ATOMIC
  SELECT take_head();
  SELECT pg_notify('countersign', '');
END;

CREATE OR REPLACE FUNCTION set_policy(of_policy text, budgets json, of_version integer) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER AS $f$
BEGIN
  PERFORM take_head();
  IF (SELECT policy_version FROM meta) <> of_version THEN PERFORM refuse('stale'); END IF;
  PERFORM of_policy::json;
  UPDATE meta SET (policy, policy_version) = (of_policy, of_version + 1);
  DELETE FROM budget;
  INSERT INTO budget SELECT one->>'unit', one->>'window', (one->>'most')::numeric FROM json_array_elements(budgets) AS one;
  PERFORM note('team-policy', jsonb_build_object('version', of_version + 1, 'hash', sha256_hex(of_policy)));
END $f$;

CREATE OR REPLACE FUNCTION forget(of_id text, why text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER AS $f$
DECLARE
  target request := my_request(of_id);
  own text[];
  at bigint;
BEGIN
  IF NOT target.is_ended THEN PERFORM refuse('open'); END IF;
  LOCK TABLE part_use IN SHARE ROW EXCLUSIVE MODE;
  PERFORM 1 FROM content JOIN held USING (commitment) WHERE sample = of_id FOR UPDATE OF content;
  SELECT array_agg(commitment) INTO own FROM held h JOIN content USING (commitment)
    WHERE sample = of_id AND forgotten_ms IS NULL
      AND NOT EXISTS (SELECT 1 FROM held o WHERE o.commitment = h.commitment AND o.sample <> of_id);
  DELETE FROM held WHERE sample = of_id;
  UPDATE request SET summary = NULL WHERE id = of_id;
  IF own IS NULL THEN RETURN; END IF;
  PERFORM take_head();
  at := now_ms();
  target.seq := add_event(of_id, 'forgotten', json_build_object('by', json_build_object('kind', 'person', 'login', session_user),
    'why', why, 'contents', own)::text, NULL, '', at);
  UPDATE content SET (salt, sha256, body, parts, forgotten_ms) = (NULL, NULL, NULL, NULL, at) WHERE commitment = ANY (own);
  WITH dropped AS (DELETE FROM part_use WHERE commitment = ANY (own) RETURNING part)
    DELETE FROM part USING dropped WHERE id = dropped.part
      AND NOT EXISTS (SELECT 1 FROM part_use o WHERE o.part = id AND o.commitment <> ALL (own));
  UPDATE request SET (seq, revision) = (target.seq, target.revision + 1) WHERE id = of_id;
  PERFORM pg_notify('countersign', of_id);
END $f$;
`;
