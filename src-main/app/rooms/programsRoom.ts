// Creates the programs that call models through the desk's port.
import { randomUUID } from "node:crypto";
import path from "node:path";
import type { Failure } from "../../../src-shared/outcome.ts";
import { ProgramsService } from "../../services/programs/programs.ts";
import type { ServersService } from "../../services/servers/servers.ts";
import { openPrograms } from "../../store/profile/programs.ts";
import type { LoopbackRoom } from "./loopbackRoom.ts";
import { tokens } from "./tokens.ts";

export function openProgramsRoom({
  profile,
  loopback,
  servers,
  changed,
  fault,
}: {
  profile: string;
  loopback: LoopbackRoom;
  servers: () => ServersService;
  changed(): void;
  fault(failure: Failure): void;
}): ProgramsService {
  const programs = new ProgramsService({
    store: openPrograms(path.join(profile, "programs.json")),
    tokens,
    port: loopback,
    servers: {
      views: () => servers().views(),
      update: (id, input) => servers().update(id, input),
    },
    clock: { nowMs: Date.now, newId: randomUUID },
    changed,
  });
  programs.faults.forEach(fault);
  void programs.open().then((opened) => {
    if (!opened.ok) fault(opened.failure);
  });
  return programs;
}
