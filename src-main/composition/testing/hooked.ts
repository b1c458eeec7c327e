// The hooks of agents on the whole way, for tests: the entries that setting up writes, started as Claude Code starts them,
// with the events that it was recorded to send.
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect } from "vitest";
import recorded from "#shared/agents/recorded/claude-code.json" with { type: "json" };
import type { AgentChoices } from "#shared/agents/entry.ts";
import { isJsonObject } from "#shared/json.ts";
import type { JsonObject } from "#shared/json.ts";
import { ok } from "#shared/outcome.ts";
import type { Failure, Outcome } from "#shared/outcome.ts";
import type { Desk } from "../../core/desk/desk.ts";
import { serversIn } from "../../servers/testing.ts";
import { agentFiles, hostFiles } from "../../agents/agentFiles.ts";
import { Secrets } from "../../profile/encryption/secrets.ts";
import { agentPlaces } from "../../agents/agentPlaces.ts";
import { agentRunner } from "../../agents/agentRunner.ts";
import { AgentsService } from "../../agents/agents.ts";
import { ConfigFiles } from "../../agents/configFiles.ts";
import { DeskSocket } from "../../agents/gateway/deskSocket.ts";
import { GatewayService } from "../../agents/gateway/gateway.ts";
import { HostEntries } from "../../agents/gateway/hostEntries.ts";
import { HttpListener } from "../../agents/gateway/httpListener.ts";
import { HookDoor } from "../../agents/hooks/hookDoor.ts";
import { callingAgent } from "../../agents/hooks/callingAgent.ts";
import { HeldActions } from "../../agents/hooks/heldActions.ts";
import { openSessions, Sessions } from "../../agents/hooks/sessions.ts";
import { LoopbackPort } from "../../net/loopbackPort.ts";
import { profileStores } from "../stores.ts";

/** In place of the system's keychain. */
const cipher = {
  encrypt: (text: string) => Buffer.from(text, "utf8").reverse(),
  decrypt: (bytes: Uint8Array) => Buffer.from(bytes).reverse().toString("utf8"),
};
export const clock = { nowMs: Date.now, newId: randomUUID };

interface HookParts {
  /** The folder with everything of the app. */
  profile: string;
  desk: Desk;
  note(kind: string, facts: JsonObject): Outcome<unknown, Failure>;
  fault(failure: Failure): void;
}

/** Everything between agents and a desk, as the app makes it. */
export async function openHooks({ profile, desk, note, fault }: HookParts) {
  const loginShell = { path: () => Promise.resolve(process.env["PATH"] ?? "") };
  const secrets = new Secrets(path.join(profile, "secrets.json"), cipher, fault);
  const stores = profileStores(profile, secrets);
  const servers = serversIn(profile, { desk, store: stores.servers, known: stores.known, secrets });
  const loopback = new LoopbackPort(path.join(profile, "loopback.json"), null);
  const places = agentPlaces(loginShell);
  const socket = new DeskSocket({ profile, nextStart: () => null, fault });
  const changed = (): void => undefined;
  const gateway = new GatewayService({
    store: stores.wraps,
    configs: new ConfigFiles(),
    files: hostFiles,
    entries: new HostEntries({ script: socket.relayScript, places, loopback, clock }),
    servers,
    changed,
  });
  const hostListener = new HttpListener(gateway.admit);
  loopback.add(hostListener);
  const agents = new AgentsService({
    store: stores.agents,
    places,
    runner: agentRunner(loginShell),
    hooks: socket.hookFiles,
    loopback,
    changed,
    note,
    fault,
  });
  const sessions = new Sessions(openSessions(path.join(profile, "hook-sessions.json")), clock);
  const held = new HeldActions({
    profile,
    desk,
    agents,
    gateway,
    sessions,
    callerOf: callingAgent,
    note,
    clock,
    fault,
  });
  loopback.add(new HookDoor(held.hear));
  for (const id of socket.hookFiles.reporting()) agents.takeReported(id);
  expect(await socket.open(gateway.admit, held.hear)).toBe(true);
  agents.open();
  const closeGateway = async (): Promise<void> => {
    await socket.close();
    await hostListener.close();
  };
  return {
    agents,
    servers,
    gateway,
    held,
    /** Nobody hears the hooks any more. */
    closeGateway,
    /** Once the desk is closed. */
    async close() {
      await agents.close();
      await closeGateway();
      await loopback.close();
      await servers.close();
    },
  };
}

/** Sets Claude Code up, as the window does. */
export async function setUpClaude(
  { agents }: Pick<Awaited<ReturnType<typeof openHooks>>, "agents">,
  choices: AgentChoices,
): Promise<void> {
  const read = await agentFiles.read(await agents.fileOf("claude-code"));
  const hash = read.ok ? (read.value?.hash ?? null) : null;
  expect(await agents.set("claude-code", choices, hash)).toEqual(ok(null));
}

type Recorded = { hook_event_name: string; tool_input?: unknown };
/** A recorded event, in this project. */
export function recordedEvent(
  project: string,
  session: keyof typeof recorded.sessions,
  name: string,
  is: (input: JsonObject) => boolean,
): JsonObject {
  const found = (recorded.sessions[session] as Recorded[]).find(
    (one) =>
      one.hook_event_name === name && "tool_input" in one && is(one.tool_input as JsonObject),
  );
  return JSON.parse(JSON.stringify(found).replaceAll("/home/user/project", project)) as JsonObject;
}

/** Does what Claude Code does with an event: starts what its settings say, by a shell. */
export async function runHook(settings: string, project: string, event: JsonObject) {
  const { hooks } = JSON.parse(readFileSync(settings, "utf8")) as {
    hooks: Record<string, { hooks: { command: string }[] }[]>;
  };
  const [group] = hooks[String(event["hook_event_name"])] ?? [];
  const command = group?.hooks[0]?.command ?? "exit 9";
  const child = spawn("sh", ["-c", command], { cwd: project, stdio: "pipe" });
  const texts = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const)
    child[name].setEncoding("utf8").on("data", (text: string) => (texts[name] += text));
  child.stdin.end(JSON.stringify(event));
  const [code] = (await once(child, "close")) as [number | null];
  const printed: unknown = texts.stdout === "" ? null : JSON.parse(texts.stdout);
  return {
    code,
    stderr: texts.stderr,
    said: isJsonObject(printed) ? printed["hookSpecificOutput"] : null,
  };
}
