// How many answers the user may ask for at once.
/** Candidates that one decision may ask for. */
export const CANDIDATES_MAX = 20;
