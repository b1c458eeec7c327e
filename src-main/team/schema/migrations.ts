// The schema: the versions of its tables, and its functions, which each new version replaces.
import { APPENDING } from "./appending.ts";
import { CHAINING } from "./chaining.ts";
import { GRANTS } from "./grants.ts";
import { SHARING } from "./sharing.ts";
import { PARTS, TABLES } from "./tables.ts";

/**
 * No function looks anything up where a caller could have put it: `pg_temp` comes last, and only the owner can write to
 * `countersign`.
 */
const FIXED_PATH = String.raw`
DO $f$
DECLARE
  one regprocedure;
BEGIN
  FOR one IN SELECT oid FROM pg_proc WHERE pronamespace = 'countersign'::regnamespace AND prosecdef LOOP
    EXECUTE format('ALTER FUNCTION %s SET search_path = pg_catalog, countersign, pg_temp', one);
  END LOOP;
END $f$;
`;

/** Of the tables, oldest first. A version that was released is never changed: a new one is added. */
export const MIGRATIONS: readonly string[] = [TABLES, PARTS];

export const SCHEMA_VERSION = MIGRATIONS.length;

/** After them. Both are run as the owner, in one transaction, with `search_path` set to `countersign`. */
export const FUNCTIONS = [CHAINING, APPENDING, SHARING, FIXED_PATH, GRANTS].join("\n");
