/** The most candidates that one decision may ask for. */
export const CANDIDATES_MAX = 20;
