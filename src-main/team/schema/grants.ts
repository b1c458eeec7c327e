// Who may do what: reading for the three roles, writing through functions alone, and each function for whom it is.
export const GRANTS = String.raw`
REVOKE ALL ON ALL TABLES IN SCHEMA countersign FROM PUBLIC;
REVOKE ALL ON ALL FUNCTIONS IN SCHEMA countersign FROM PUBLIC;
REVOKE ALL ON SCHEMA countersign FROM PUBLIC;
GRANT USAGE ON SCHEMA countersign TO countersign_reviewer, countersign_operator, countersign_auditor;
GRANT SELECT ON ALL TABLES IN SCHEMA countersign TO countersign_reviewer, countersign_operator, countersign_auditor;
REVOKE ALL ON part_key FROM countersign_reviewer, countersign_operator, countersign_auditor;
GRANT EXECUTE ON FUNCTION hello, beat, look, leave, body_of TO countersign_reviewer, countersign_operator, countersign_auditor;
GRANT EXECUTE ON FUNCTION publish, append, cover, propose, vote, claim, release TO countersign_reviewer;
GRANT EXECUTE ON FUNCTION set_mode, note_mode, set_policy, forget TO countersign_operator;
`;
