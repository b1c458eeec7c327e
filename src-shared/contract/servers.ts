// IPC channels of servers: settings, connections, traffic, calls and context.
import { z } from "zod";
import type { ContextPiece, WholePiece } from "../request/context/piece.ts";
import type { JsonText } from "../ledger/history.ts";
import type { Failure } from "../outcome.ts";
import { serverInputSchema } from "../servers/config/input.ts";
import { policySchema } from "../servers/policy/policy.ts";
import type { SharedRoot } from "../servers/policy/policy.ts";
import type { FoundConfig, Pong, ServerLine } from "../servers/server.ts";
import { ISSUER_MAX } from "../servers/signIn.ts";
import type { SignedOut } from "../servers/signIn.ts";
import type { TrafficMessage, TrafficView } from "../servers/traffic.ts";
import { act, dialog, read, stop } from "./effects.ts";

const id = z.string().min(1).max(200);
const seq = z.number().int().nonnegative();

export const serversChannels = {
  "servers.add": act(z.array(serverInputSchema).min(1).max(1000)),
  "servers.addFound": act(z.array(id).min(1).max(1000)),
  "servers.update": act(id, serverInputSchema),
  "servers.remove": act(id),
  "servers.bringBack": act(id),
  "servers.finishRemoving": stop(id),
  "servers.enable": act(id, z.boolean()),
  "servers.policy": act(id, policySchema),
  "servers.pickFolder": dialog(),
  "servers.connect": act(id),
  "servers.confirm": act(id, z.string().max(64)),
  "servers.signIn": act(
    id,
    z
      .strictObject({ id: z.string().min(1).max(2000), secret: z.string().max(4000).nullable() })
      .nullable(),
  ),
  "servers.acceptIssuer": act(
    id,
    z.strictObject({ announced: z.string().max(ISSUER_MAX), named: z.string().max(ISSUER_MAX) }),
  ),
  "servers.cancelSignIn": stop(id),
  "servers.signOut": stop(id),
  "servers.lines": read(id),
  "servers.ping": read(id),
  "servers.find": read(),
  "servers.areKnown": read(z.array(serverInputSchema).max(1000)),
  "servers.traffic": read(id),
  "servers.trafficEnd": read(),
  "servers.trafficMessage": read(id, seq),
  "servers.trafficFind": read(id, z.string().min(1).max(1000), seq),
  "servers.trafficLines": read(id, z.array(seq).max(50_000)),
  "servers.trafficClear": act(id),
  "context.pieces": read(id),
  "context.piece": read(id, z.string().min(1).max(500)),
  "calls.start": act(
    id,
    z.enum(["tool", "prompt", "resource"]),
    z.string().max(4000),
    z.record(z.string(), z.json()),
  ),
  "calls.cancel": stop(id),
  "calls.logLevel": act(id, z.string().max(20)),
  "demo.run": act(z.string().max(100)),
} as const;

export interface ServersResults {
  /** Adds servers in order until one fails. */
  "servers.add": { ids: string[]; failure: Failure | null };
  /** Adds servers of the last search by their ids, secrets included. */
  "servers.addFound": { ids: string[]; failure: Failure | null };
  "servers.update": null;
  "servers.remove": null;
  "servers.bringBack": null;
  /** Deletes the last removed server for good. */
  "servers.finishRemoving": null;
  "servers.enable": null;
  "servers.policy": null;
  /** A folder chosen in the system's dialog; null if the user cancelled. Does not share it yet. */
  "servers.pickFolder": SharedRoot | null;
  "servers.connect": null;
  "servers.confirm": null;
  "servers.signIn": null;
  "servers.acceptIssuer": null;
  "servers.cancelSignIn": null;
  "servers.signOut": SignedOut;
  "servers.lines": ServerLine[];
  "servers.ping": Pong;
  "servers.find": FoundConfig;
  /** Which of these exist already, with the same values. */
  "servers.areKnown": boolean[];
  /** The server's kept traffic; starts `traffic` pushes for this server only. */
  "servers.traffic": JsonText<TrafficView>;
  "servers.trafficEnd": null;
  "servers.trafficMessage": TrafficMessage;
  /** Numbers of the rows after the given one whose message contains the text. */
  "servers.trafficFind": number[];
  /** The rows as JSON lines, and the number of rows left out. */
  "servers.trafficLines": { text: string; left: number };
  "servers.trafficClear": null;
  /** What can be added to the request as context, without the texts. */
  "context.pieces": ContextPiece[];
  "context.piece": WholePiece;
  /** The call's id. */
  "calls.start": string;
  "calls.cancel": null;
  "calls.logLevel": null;
  /** Connects the demo server and calls the tool; returns the call's id. */
  "demo.run": string;
}
