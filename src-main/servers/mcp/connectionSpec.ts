// What a connection is opened with and what it reports; a call on it, and what that reports.
import type { JsonObject } from "#shared/json.ts";
import type { Requester } from "#shared/request/life/heldRequest.ts";
import type { Certificate } from "#shared/servers/identity/identity.ts";
import type { ServerPolicy, SharedRoot } from "#shared/servers/policy/policy.ts";
import type {
  ConnectionState,
  Endpoint,
  EraChoice,
  ListCut,
  Listed,
  Negotiated,
  PromptView,
  ResourceView,
  RunView,
  ServerLine,
  ToolView,
} from "#shared/servers/server.ts";
import type { SignInView } from "#shared/servers/signIn.ts";
import type { ResolvedValue } from "../endpoint.ts";

/** Everything needed to open one connection. */
export interface ConnectionSpec {
  serverId: string;
  /** The server's name as the user set it. */
  name: string;
  endpoint: Endpoint<ResolvedValue>;
  era: EraChoice;
  policy: ServerPolicy;
  /** The command line or address for display, secrets masked. */
  where: string;
  /** The server's identity as known now, and which of the given tools have changed descriptions. */
  identityFor(
    tools: readonly string[],
  ): Pick<Requester, "identity" | "identityChanged" | "toolsChanged">;
}

/** What a connection reports. Text from the server is passed on unchanged. */
export interface ConnectionListener {
  state(state: ConnectionState): void;
  negotiated(negotiated: Negotiated): void;
  tools(tools: ToolView[]): void;
  prompts(prompts: PromptView[]): void;
  resources(resources: ResourceView[]): void;
  /** Where the list was cut off, if the server had more; null if it is complete. */
  listCut(list: Listed, cut: ListCut | null): void;
  lines(lines: ServerLine[]): void;
  /** The certificate that the server's responses come with. */
  certificate(certificate: Certificate): void;
  rubbish(count: number, last: string): void;
  /** The server asked for the shared folders and was sent these; null if it may not ask for any. */
  rootsAsked(told: SharedRoot[] | null): void;
  /** Progress of a sign-in, or that the server requires one. */
  signIn(view: SignInView): void;
  /** The desk received a sampling request of this server; `runIds` are the calls that may have caused it. */
  requestReceived(requestId: string, runIds: string[]): void;
}

/** One of our calls on a connection. */
export interface CallSpec {
  runId: string;
  kind: RunView["kind"];
  name: string;
  arguments: JsonObject;
}
export interface CallListener {
  progress(progress: { progress: number; total?: number; message?: string }): void;
  line(line: ServerLine): void;
}
