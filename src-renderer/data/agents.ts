// The agents and hosts of this computer as main lists them, asked for again whenever main says that the list is out of
// date.
import { useEffect, useState } from "react";
import type { AgentRow } from "#shared/agents/agentRow.ts";
import type { GatewayView } from "#shared/agents/gateway/gatewayView.ts";
import type { Result } from "#shared/contract/contract.ts";
import { invoke } from "./bridge/desk.ts";
import { mirror, useMirror } from "./mirror.ts";

type Look = "hosts.look" | "agents.list";

/** What is being asked, so that several places that show it ask once. */
const asking = new Map<string, Promise<Result<Look>>>();

function ask<C extends Look>(channel: C, revision: number): Promise<Result<C>> {
  const key = `${channel} ${revision}`;
  const asked = asking.get(key) ?? invoke<Look>(channel).finally(() => asking.delete(key));
  asking.set(key, asked);
  return asked as Promise<Result<C>>;
}

/** @returns null until first loaded */
export function useLooked<C extends Look>(channel: C): Result<C> | null {
  const revision = useMirror((state) => state.hostsRevision);
  const [result, setResult] = useState<Result<C> | null>(null);
  useEffect(() => {
    let isGone = false;
    void ask(channel, revision).then((found) => {
      if (!isGone) setResult(found);
    });
    return () => {
      isGone = true;
    };
  }, [channel, revision]);
  return result;
}

/** Has all lists asked for again. */
export const lookAgain = (): void =>
  mirror.setState(({ hostsRevision }) => ({ hostsRevision: hostsRevision + 1 }));

/** Asks the user for another config file, which is listed from then on. */
export async function pickConfigFile(): Promise<Result<"hosts.pick">> {
  const picked = await invoke("hosts.pick");
  if (picked.ok && picked.value !== null) lookAgain();
  return picked;
}

/** Null until first loaded. */
export function useHosts(): GatewayView | null {
  const looked = useLooked("hosts.look");
  return looked?.ok === true ? looked.value : null;
}

/** How many agents of this computer have a door that leads here. */
export function useReviewedAgents(): number {
  const looked = useLooked("agents.list");
  return looked?.ok === true ? looked.value.filter(isReviewed).length : 0;
}

const isReviewed = ({ tools, servers, calls }: AgentRow): boolean =>
  (tools !== null && tools.choices !== null) ||
  servers.some((host) => host.servers.some(({ serverId }) => serverId !== undefined)) ||
  (calls !== null && calls.state.kind !== "direct");
