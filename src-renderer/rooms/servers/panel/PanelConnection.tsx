// Facts about a connected server: roots it asked for and was given, and its round-trip time.
import { useState } from "react";
import type { Pong, ServerView } from "#shared/servers/server.ts";
import { useT } from "#words/index.ts";
import { send } from "#data/commands.ts";
import { LinkButton } from "#kit/controls/Button.tsx";
import { FailureBar } from "#kit/layout/FailureBar.tsx";
import { Quote } from "#kit/text/Quote.tsx";
import { decimal, timeOfDay } from "#kit/text/time.ts";
import { Fact } from "./Fact.tsx";
import s from "../Servers.module.css";
import { useAction } from "#kit/hooks/useAction.ts";

/** Shows nothing when no folder is shared and none was asked for. */
export function RootsFact({ server }: { server: ServerView }) {
  const t = useT();
  const { rootsAsked, policy } = server;
  if (rootsAsked === undefined) {
    if (policy.roots.length === 0) return null;
    return (
      <Fact label={t("upkeep.roots.title")}>
        <p className="xs">{t("upkeep.roots.notAsked")}</p>
      </Fact>
    );
  }
  const { times, lastAtMs, told } = rootsAsked;
  return (
    <Fact label={t("upkeep.roots.title")}>
      <p className="xs">
        {t("upkeep.roots.asked", { count: times, at: timeOfDay(lastAtMs) })}{" "}
        {told === null && t("upkeep.roots.none")}
      </p>
      {told !== null && (
        <p className={s.chips}>
          {told.map(({ uri, name }) => (
            <Quote key={uri} cut>
              {name === undefined ? uri : `${name} ${uri}`}
            </Quote>
          ))}
        </p>
      )}
    </Fact>
  );
}

type Trip = { kind: "idle" | "going" } | { kind: "back"; pong: Pong; atMs: number };

export function PingFact({ server }: { server: ServerView }) {
  const t = useT();
  const [trip, setTrip] = useState<Trip>({ kind: "idle" });
  const { failure, tell, clear } = useAction();
  const ping = async (): Promise<void> => {
    setTrip({ kind: "going" });
    clear();
    const result = await send("servers.ping", server.id);
    setTrip(result.ok ? { kind: "back", pong: result.value, atMs: Date.now() } : { kind: "idle" });
    tell(result);
  };
  return (
    <Fact label={t("upkeep.ping.title")}>
      <p className="xs">
        <span role="status">
          {trip.kind === "going" && t("upkeep.ping.going")}
          {trip.kind === "back" &&
            t("upkeep.ping.took", { time: inMs(trip.pong.tookMs), at: timeOfDay(trip.atMs) })}
          {trip.kind === "back" &&
            trip.pong.method === "server/discover" &&
            ` ${t("upkeep.ping.discover")}`}
        </span>{" "}
        <LinkButton disabled={trip.kind === "going"} onClick={() => void ping()}>
          {t("upkeep.ping.action")}
        </LinkButton>
      </p>
      <FailureBar failure={failure} />
    </Fact>
  );
}

/** Always in milliseconds, like `0.8 ms` or `42 ms`. */
const inMs = (tookMs: number): string => `${decimal(tookMs, tookMs < 10 ? 1 : 0)} ms`;
