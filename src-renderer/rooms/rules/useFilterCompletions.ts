// Values for completing a rule's filter, from the history and the current state.
import { useCallback, useEffect, useRef } from "react";
import type { Known } from "#shared/filter/complete.ts";
import { send } from "#data/commands.ts";
import { mirror } from "#data/mirror.ts";

export function useFilterCompletions(): () => Known {
  const past = useRef<Known>({});
  useEffect(() => {
    void send("history.complete").then((result) => {
      if (result.ok) past.current = result.value;
    });
  }, []);
  return useCallback(() => {
    const { servers, programs, models } = mirror.getState();
    const now = Object.values(servers);
    const listed = models.providers.flatMap((provider) =>
      provider.models.filter(({ enabled }) => enabled).map(({ ref }) => ref.modelId),
    );
    return {
      ...past.current,
      servers: once(
        past.current.servers,
        now.map(({ name }) => name),
      ),
      programs: once(
        past.current.programs,
        Object.values(programs).map(({ name }) => name),
      ),
      tools: once(
        past.current.tools,
        now.flatMap(({ tools }) => tools.map(({ name }) => name)),
      ),
      models: once(past.current.models, listed),
      providers: once(
        past.current.providers,
        models.providers.map(({ id }) => id),
      ),
    };
  }, []);
}

/** Values from past requests come first, as they are the likeliest. */
const once = (past: readonly string[] | undefined, now: readonly string[]): string[] => [
  ...new Set([...(past ?? []), ...now]),
];
