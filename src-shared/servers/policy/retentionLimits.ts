// The most that retention can be set to; apart from the schema, so that a form needs no library.
export const DAYS_MAX = 36_500;
export const MEGABYTES_MAX = 1_000_000;
