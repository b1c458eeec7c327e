// What the window may do with programs: one line per channel.
import type { Handlers } from "../ipc/dispatch.ts";
import type { ProgramsService } from "./programs.ts";

export function programHandlers(
  programs: ProgramsService,
): Pick<Handlers, Extract<keyof Handlers, `programs.${string}`>> {
  return {
    "programs.add": (input) => programs.add(input),
    "programs.update": (id, input) => programs.update(id, input),
    "programs.pass": (id, written) => programs.pass(id, written),
    "programs.renew": (id) => programs.renew(id),
    "programs.remove": (id) => programs.remove(id),
    "programs.compare": (requestId) => programs.compare(requestId),
    "programs.accept": (requestId, hash) => programs.accept(requestId, hash),
    "programs.deleteAccepted": (id) => programs.deleteAccepted(id),
    "programs.give": (serverId, input) => programs.give(serverId, input),
  };
}
