// The roles of a team: group roles of the database, so that the database enforces them. A login may be in several.

/** `reviewer` decides, `operator` sets rules, budgets, the switch and the schema, `auditor` reads and verifies. */
export type TeamRole = "reviewer" | "operator" | "auditor";
