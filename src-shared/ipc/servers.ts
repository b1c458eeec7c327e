// What a window may ask of servers: their settings and connections, their traffic, what is called there, and what they ask
// a person.
import { z } from "zod";
import type { ContextPiece, WholePiece } from "../context/piece.ts";
import type { JsonText } from "../ledger/history.ts";
import { elicitAnswerSchema } from "../servers/elicitAnswer.ts";
import { serverInputSchema } from "../servers/input.ts";
import { policySchema } from "../servers/policy.ts";
import type { SharedRoot } from "../servers/policy.ts";
import type { FoundConfig, Pong, ServerLine } from "../servers/server.ts";
import type { SignedOut } from "../servers/signIn.ts";
import type { TrafficMessage, TrafficView } from "../servers/traffic.ts";

const id = z.string().min(1).max(200);
const seq = z.number().int().nonnegative();
const none = z.tuple([]);
const args = <const T extends readonly [z.ZodType, ...z.ZodType[]]>(...items: T) => z.tuple(items);

export const serversChannels = {
  "servers.add": args(serverInputSchema),
  "servers.update": args(id, serverInputSchema),
  "servers.remove": args(id),
  "servers.enable": args(id, z.boolean()),
  "servers.policy": args(id, policySchema),
  "servers.pickFolder": none,
  "servers.connect": args(id),
  "servers.confirm": args(id, z.string().max(64)),
  "servers.signIn": args(
    id,
    z
      .strictObject({ id: z.string().min(1).max(2000), secret: z.string().max(4000).nullable() })
      .nullable(),
  ),
  "servers.cancelSignIn": args(id),
  "servers.signOut": args(id),
  "servers.lines": args(id),
  "servers.ping": args(id),
  "servers.find": none,
  "servers.traffic": args(id),
  "servers.trafficEnd": none,
  "servers.trafficMessage": args(id, seq),
  "servers.trafficFind": args(id, z.string().min(1).max(1000), seq),
  "servers.trafficLines": args(id, z.array(seq).max(50_000)),
  "servers.trafficClear": args(id),
  "context.pieces": args(id),
  "context.piece": args(id, z.string().min(1).max(500)),
  "calls.start": args(
    id,
    z.enum(["tool", "prompt", "resource"]),
    z.string().max(4000),
    z.record(z.string(), z.json()),
  ),
  "calls.cancel": args(id),
  "calls.logLevel": args(id, z.string().max(20)),
  "elicitations.answer": args(id, elicitAnswerSchema),
  "elicitations.takeBack": args(id),
  "demo.run": args(z.string().max(100)),
} as const;

export interface ServersResults {
  "servers.add": string;
  "servers.update": null;
  "servers.remove": null;
  "servers.enable": null;
  "servers.policy": null;
  /** A folder picked in the system's own dialog, to be shared; null when none was. Nothing is shared yet. */
  "servers.pickFolder": SharedRoot | null;
  "servers.connect": null;
  "servers.confirm": null;
  "servers.signIn": null;
  "servers.cancelSignIn": null;
  "servers.signOut": SignedOut;
  "servers.lines": ServerLine[];
  "servers.ping": Pong;
  "servers.find": FoundConfig;
  /** Everything kept of the server's messages; from now on `traffic` pushes follow, for it alone. */
  "servers.traffic": JsonText<TrafficView>;
  "servers.trafficEnd": null;
  "servers.trafficMessage": TrafficMessage;
  /** The numbers of the rows after the given one whose message holds the text. */
  "servers.trafficFind": number[];
  /** The rows as JSON lines, and how many of them were left out. */
  "servers.trafficLines": { text: string; left: number };
  "servers.trafficClear": null;
  /** What could be added to the request, without the texts. */
  "context.pieces": ContextPiece[];
  "context.piece": WholePiece;
  /** The run's id. */
  "calls.start": string;
  "calls.cancel": null;
  "calls.logLevel": null;
  "elicitations.answer": null;
  /** An answer that still waits for what was asked beside it. */
  "elicitations.takeBack": null;
  /** Connects the demo server and calls the named tool; the run's id. */
  "demo.run": string;
}
