// Creates what hears the hooks of agents and holds their actions at the desk.
import { realpath } from "node:fs/promises";
import path from "node:path";
import process from "node:process";
import { z } from "zod";
import { isGuarded, PROJECT_FILES } from "#shared/agents/guarded.ts";
import { tableOf } from "#shared/agents/tables.ts";
import type { JsonObject } from "#shared/json.ts";
import type { Failure, Outcome } from "#shared/outcome.ts";
import type { DeskIntake } from "../core/ports.ts";
import { callingAgent } from "../agents/hooks/callingAgent.ts";
import { guardedPlaces } from "../agents/hooks/actionFiles.ts";
import { HeldActions } from "../agents/hooks/heldActions.ts";
import { HookDoor } from "../agents/hooks/hookDoor.ts";
import { settingsOf } from "../agents/hooks/projectSettings.ts";
import { Sessions } from "../agents/hooks/sessions.ts";
import type { StoredSession } from "../agents/hooks/sessions.ts";
import type { AgentsService } from "../agents/agents.ts";
import type { HookFiles } from "../agents/gateway/hookFiles.ts";
import type { GatewayService } from "../agents/gateway/gateway.ts";
import { leftKey } from "../agents/gateway/leftCalls.ts";
import { readJson, writeJson } from "../profile/jsonFile.ts";
import { openRegular, readRegular } from "../profile/regularFile.ts";
import type { LoopbackRoom } from "../net/loopbackRoom.ts";

/** The longest settings of a project that are read. */
const SETTINGS_MAX_BYTES = 1024 * 1024;

const sessionsSchema = z.object({
  sessions: z.array(
    z.object({
      entryId: z.string(),
      session: z.string(),
      run: z.number(),
      folder: z.string().nullable(),
      lastMs: z.number(),
      ended: z.boolean(),
    }) satisfies z.ZodType<StoredSession>,
  ),
});

export function openHooksRoom({
  profile,
  hookFiles,
  desk,
  agents,
  gateway,
  loopback,
  note,
  fault,
}: {
  profile: string;
  hookFiles: HookFiles;
  desk: DeskIntake;
  agents: AgentsService;
  gateway: Pick<GatewayService, "holds" | "leftCalls">;
  loopback: LoopbackRoom;
  note(kind: string, facts: JsonObject): Outcome<unknown, Failure>;
  fault(failure: Failure): void;
}): HeldActions {
  const file = path.join(profile, "hook-sessions.json");
  const realPath = (of: string): Promise<string | null> => realpath(of).catch(() => null);
  const own = realPath(profile);
  let realProfile = profile;
  void own.then((real) => (realProfile = real ?? profile));
  const held = new HeldActions({
    desk,
    agents,
    sessions: new Sessions({
      store: {
        load() {
          const { value, faults } = readJson(file, sessionsSchema, { sessions: [] });
          faults.forEach(fault);
          return value.sessions;
        },
        save: (sessions) => writeJson(file, { sessions }),
      },
      realPath,
      nowMs: Date.now,
    }),
    callerOf: process.platform === "linux" ? callingAgent : () => null,
    open: openRegular,
    isGuarded: (real) => isGuarded(real, realProfile, ...guardedPlaces(agents.configs())),
    projectSettings: (agent, of) => settingsOf(agent, of, textOf),
    async relayOf(agent, { server, tool }, { folder: of, source }) {
      const real = await realPath(of);
      const { name: program } = tableOf(agent);
      if (real === null) return null;
      const call = { program, server, folder: real };
      const isHeld = await gateway.holds(call, source, PROJECT_FILES[agent]);
      return isHeld ? leftKey(call, tool) : null;
    },
    leftCalls: gateway.leftCalls,
    note(kind, facts) {
      const noted = note(kind, facts);
      if (!noted.ok) fault(noted.failure);
    },
    fault,
    nowMs: Date.now,
  });
  loopback.add(new HookDoor(held.hear));
  for (const id of hookFiles.reporting()) agents.takeReported(id);
  return held;
}

/** Null where there is no such file; empty, which no settings are, where it is too large or no regular file. */
async function textOf(file: string): Promise<string | null> {
  try {
    return readRegular(file, ({ size }) => {
      if (size > SETTINGS_MAX_BYTES) throw new Error("too large");
    });
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "ENOENT" ? null : "";
  }
}
