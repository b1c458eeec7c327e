// Everything the palette lists: available actions, the other rooms, pending requests, servers, settings.
import { useMemo } from "react";
import { useT } from "#words/index.ts";
import type { T } from "#words/index.ts";
import { runWhenAvailable, useAllActions } from "#data/actions.ts";
import { useMirror } from "#data/mirror.ts";
import { goTo, openRequest, openServer, view } from "#data/view.ts";
import type { Action, Screen } from "#data/view.ts";
import { firstWords } from "#data/words.ts";
import type { HeldRequest } from "#shared/request/life/heldRequest.ts";
import { isPending } from "#data/select.ts";
import type { Command } from "./search.ts";
import { settingCommands } from "./settings.ts";

/** Actions of a room that are also available elsewhere: they open the room first. */
const AWAY = [
  { screen: "agents", id: "agents-connect", label: "hosts.connect" },
  { screen: "agents", id: "agents-program", label: "programs.add" },
  { screen: "servers", id: "servers-add", label: "servers.form.open" },
  { screen: "servers", id: "servers-paste", label: "servers.paste.open" },
  { screen: "servers", id: "servers-import", label: "servers.import.title" },
  { screen: "history", id: "history-filter", label: "history.search.label" },
  { screen: "history", id: "history-export", label: "common.export" },
  { screen: "history", id: "history-verify", label: "history.do.verify" },
  { screen: "rules", id: "new-rule", label: "common.newRule" },
  { screen: "rules", id: "import-rules", label: "rules.import.title" },
] as const satisfies readonly { screen: Screen; id: string; label: string }[];

export function useCommands(): Command[] {
  const t = useT();
  const requests = useMirror((state) => state.requests);
  const servers = useMirror((state) => state.servers);
  const actions = useAllActions();
  return useMemo(
    () => [
      ...actions.filter(({ hidden }) => hidden !== true).map(fromPalette),
      ...awayFrom(t, actions),
      ...Object.values(requests)
        .filter(isPending)
        .map((request) => pendingCommand(t, request)),
      ...Object.values(servers).map(({ id, name }): Command => ({
        id: `server-${id}`,
        group: "servers",
        label: name,
        run: () => openServer(id),
      })),
      ...settingCommands(t),
    ],
    [t, actions, requests, servers],
  );
}

/** An action that sends something out is guarded at its button: the palette only focuses the button. */
function fromPalette(action: Action): Command {
  if (action.decides !== true) return action;
  // A button without room in the bar is in the menu; focus the button that opens it.
  const toButton = (): void =>
    document
      .querySelector<HTMLElement>(`[data-decides="${action.id}"], [data-has~="${action.id}"]`)
      ?.focus();
  // After the palette has restored the focus.
  return { ...action, run: () => setTimeout(toButton, 50) };
}

function awayFrom(t: T, actions: readonly Action[]): Command[] {
  return AWAY.filter(({ id }) => actions.every((action) => action.id !== id)).map(
    ({ screen, id, label }) => ({
      id,
      group: "app",
      label: t(label),
      run: () => {
        goTo(screen);
        runWhenAvailable(id, () => view.getState().screen === screen);
      },
    }),
  );
}

function pendingCommand(t: T, request: HeldRequest): Command {
  return {
    id: `waiting-${request.id}`,
    group: "waiting",
    label: t("shell.palette.openRequest", { server: request.requester.name }),
    aside: firstWords(request),
    run: () => openRequest(request.id),
  };
}
