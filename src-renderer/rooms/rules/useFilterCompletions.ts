// Values for completing a rule's filter, from the history and the current state.
import { useCallback } from "react";
import type { Known } from "#shared/filter/complete.ts";
import { send } from "#data/commands.ts";
import { mirror } from "#data/mirror.ts";
import { useAsked } from "#kit/hooks/useAsked.ts";

export function useFilterCompletions(): () => Known {
  const asked = useAsked("once", () => send("history.complete"));
  return useCallback(() => {
    const past: Known = asked?.ok === true ? asked.value : {};
    const { servers, programs, models } = mirror.getState();
    const now = Object.values(servers);
    const listed = models.providers.flatMap((provider) =>
      provider.models.filter(({ enabled }) => enabled).map(({ ref }) => ref.modelId),
    );
    return {
      ...past,
      servers: once(
        past.servers,
        now.map(({ name }) => name),
      ),
      programs: once(
        past.programs,
        Object.values(programs).map(({ name }) => name),
      ),
      tools: once(
        past.tools,
        now.flatMap(({ tools }) => tools.map(({ name }) => name)),
      ),
      models: once(past.models, listed),
      providers: once(
        past.providers,
        models.providers.map(({ id }) => id),
      ),
    };
  }, [asked]);
}

/** Values from past requests come first, as they are the likeliest. */
const once = (past: readonly string[] | undefined, now: readonly string[]): string[] => [
  ...new Set([...(past ?? []), ...now]),
];
