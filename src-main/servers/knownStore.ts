// `known.json`: servers' identities and tool descriptions, as the user last approved them. No secrets.
import { z } from "zod";
import { knownServerSchema } from "#shared/servers/identity/known.ts";
import type { KnownServer } from "#shared/servers/identity/known.ts";
import type { Failure, Outcome } from "#shared/outcome.ts";
import { readJson, setAside, writeJson } from "../profile/jsonFile.ts";

const fileSchema = z.object({ servers: z.record(z.string(), knownServerSchema) });

/** What is known of servers, by id (`known.json`). */
export interface KnownStore {
  load(): { known: Record<string, KnownServer>; faults: Failure[] };
  save(known: Record<string, KnownServer>): Outcome<null, Failure>;
}

export function openKnown(path: string): KnownStore {
  return {
    load() {
      const { value, faults } = readJson(path, fileSchema, { servers: {} });
      // An unreadable file would be overwritten by the next approval.
      if (faults.some(({ kind }) => kind === "config-unreadable")) setAside(path);
      return { known: value.servers, faults };
    },
    save: (servers) => writeJson(path, { servers }),
  };
}
