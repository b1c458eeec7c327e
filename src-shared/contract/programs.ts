// IPC channels of programs.
import { z } from "zod";
import type { ComparedPart } from "../findings/accepted.ts";
import { passSchema, programInputSchema } from "../programs/program.ts";
import type { ProgramToken } from "../programs/program.ts";
import { act, read } from "./effects.ts";

const id = z.string().min(1).max(200);

export const programsChannels = {
  "programs.add": act(programInputSchema),
  "programs.update": act(id, programInputSchema),
  /** Adds an expression to the tool calls of a program that pass. */
  "programs.pass": act(id, passSchema),
  /** Creates a new token; the old one is refused from then on. */
  "programs.renew": act(id),
  "programs.remove": act(id),
  /**
   * Creates a program for a server and adds its variables to the server's environment. The server's command then
   * needs approval.
   */
  "programs.give": act(id, programInputSchema),
  /** The system texts and tools of this request that are not accepted as its program's own. */
  "programs.compare": read(id),
  /** Accepts all of the request's, if it still has this hash. */
  "programs.accept": act(id, z.string().length(64)),
  /** Nothing of the program is accepted any more. */
  "programs.deleteAccepted": act(id),
} as const;

export interface ProgramsResults {
  "programs.add": ProgramToken;
  "programs.update": null;
  "programs.pass": null;
  "programs.renew": ProgramToken;
  "programs.remove": null;
  "programs.give": null;
  "programs.compare": ComparedPart[];
  "programs.accept": null;
  "programs.deleteAccepted": null;
}
