// The entries of a host's config that lead to Countersign: their ids and tokens, as the relay's command or as an address.
import { TOKEN_VARIABLE } from "#shared/agents/gateway/hostConfig.ts";
import type { HttpAddress, RelayCommand } from "#shared/agents/gateway/hostConfig.ts";
import type { EntryPath } from "#shared/agents/gateway/hostEntryText.ts";
import { relayVariables } from "#shared/agents/gateway/hostFilled.ts";
import { fail, ok } from "#shared/outcome.ts";
import type { Failure, Outcome } from "#shared/outcome.ts";
import type { ServerView } from "#shared/servers/server.ts";
import type { Clock } from "../../core/ports.ts";
import type { LoopbackPort } from "../../net/loopbackPort.ts";
import { tokens } from "../../profile/tokens.ts";
import type { AgentPlaces } from "../agentPlaces.ts";
import type { Wrap } from "../wrapStore.ts";

/** Where hosts connect over HTTP; the id of their entry follows. */
export const MCP_PREFIX = "/mcp/";

interface Deps {
  /** The relay's script; its absolute path. */
  script: string;
  places: Pick<AgentPlaces, "node">;
  /** Its port is closed until first needed. */
  loopback: Pick<LoopbackPort, "base">;
  clock: Pick<Clock, "nowMs" | "newId">;
}

type NewWrap = Omit<Wrap, "serverId">;

const httpAddress = (url: string, token: string): HttpAddress => ({
  url,
  headers: { Authorization: `Bearer ${token}` },
});

export class HostEntries {
  readonly #deps: Deps;
  /** Ids and tokens of changes that were previewed, so that exactly what was shown is written. */
  readonly #offered = new Map<string, { id: string; token: string }>();
  /** By file. */
  readonly #backups = new Map<string, string>();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Absolute path of the machine's Node; null if there is none. */
  node(): Promise<string | null> {
    return this.#deps.places.node();
  }

  make(file: string, path: EntryPath, backup: string): { token: string; wrap: NewWrap } {
    const { clock } = this.#deps;
    const key = JSON.stringify([file, path]);
    const { id, token } = this.#offered.get(key) ?? { id: clock.newId(), token: tokens.make() };
    this.#offered.set(key, { id, token });
    const wrap: NewWrap = {
      id,
      tokenHash: tokens.hash(token),
      program: "",
      file,
      path,
      writtenHash: "",
      backup,
      atMs: clock.nowMs(),
      isUsed: false,
      overHttp: false,
    };
    return { token, wrap };
  }

  /** Where the old file is copied to: the name that was shown is the one that is written. */
  backupOf(file: string): string {
    const { clock } = this.#deps;
    const backup = this.#backups.get(file) ?? `${file}.countersign-backup-${clock.nowMs()}`;
    this.#backups.set(file, backup);
    return backup;
  }

  /** What was previewed has been written. */
  written(): void {
    this.#offered.clear();
    this.#backups.clear();
  }

  /**
   * The relay's command, which keeps the variables `keeps` of the entry; an address if this computer has no Node, where
   * nothing can hand those over.
   */
  async wayIn(
    node: string | null,
    { id, token, keeps }: { id: string; token: string; keeps: string[] },
  ): Promise<Outcome<RelayCommand | HttpAddress, Failure>> {
    if (node !== null) return ok(this.#relayCommand(node, { id, token, keeps }));
    if (keeps.length > 0) return fail({ kind: "relay-needs-node" });
    const address = await this.#addressOf(id);
    return address.ok ? ok(httpAddress(address.value, token)) : address;
  }

  /** Both forms, for a host that is not detected; such a host may fill in variables in the usual way. */
  async texts(
    server: ServerView,
    { id, token }: { id: string; token: string },
  ): Promise<Outcome<{ relay: string | null; http: string }, Failure>> {
    const address = await this.#addressOf(id);
    if (!address.ok) return address;
    const entry = (way: object): string =>
      JSON.stringify({ mcpServers: { [server.name]: way } }, null, 2);
    const node = await this.node();
    const keeps = relayVariables(server.endpoint);
    const filledIn = Object.fromEntries(keeps.map((name) => [name, `\${${name}}`]));
    const { command, args, env } = this.#relayCommand(node ?? "", { id, token, keeps });
    return ok({
      relay: node === null ? null : entry({ command, args, env: { ...env, ...filledIn } }),
      http: entry({ type: "http", ...httpAddress(address.value, token) }),
    });
  }

  async #addressOf(id: string): Promise<Outcome<string, Failure>> {
    const base = await this.#deps.loopback.base();
    return base.ok ? ok(base.value + MCP_PREFIX + id) : base;
  }

  #relayCommand(
    command: string,
    { id, token, keeps }: { id: string; token: string; keeps: string[] },
  ): RelayCommand {
    const args = [this.#deps.script, id, ...keeps];
    return { command, args, env: { [TOKEN_VARIABLE]: token }, keeps };
  }
}
