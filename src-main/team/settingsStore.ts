// `team.json`: where the team's database is. It does not contain the password.
import { z } from "zod";
import { teamSettingsSchema } from "#shared/team/settings.ts";
import type { TeamSettingsStore } from "./teamPorts.ts";
import { readJson, writeJson } from "../profile/jsonFile.ts";

const fileSchema = z.object({ team: teamSettingsSchema.nullable() });

export function openTeamSettings(file: string): TeamSettingsStore {
  return {
    load() {
      const { value, faults } = readJson<z.infer<typeof fileSchema>>(file, fileSchema, {
        team: null,
      });
      return { settings: value.team, faults };
    },
    save: (team) => writeJson(file, { team }),
  };
}
