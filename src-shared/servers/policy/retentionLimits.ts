// Upper bounds of retention, apart from the schema so that forms do not load zod.
export const DAYS_MAX = 36_500;
export const MEGABYTES_MAX = 1_000_000;
