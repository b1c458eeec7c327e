// The commands of a row: the context menu is this table.
import { KEYS } from "#shared/shortcuts.ts";
import type { Keys } from "#shared/shortcuts.ts";
import { COPY_FORMATS, copyAs } from "#shared/request/document/copyAs.ts";
import type { HeldRequest } from "#shared/request/life/heldRequest.ts";
import { currentActions } from "#data/actions.ts";
import { send } from "#data/commands.ts";
import { clearMultiSelection } from "#data/requests/multiSelection.ts";
import { isOpen, isPending } from "#data/select.ts";
import { openRequest, openRequester, view } from "#data/view.ts";

/** How long a newly opened request takes to render its gate, in milliseconds. */
const DRAWN_MS = 60;

interface RowCommand {
  id:
    | "open"
    | "approve"
    | "reject"
    | "copyText"
    | "copyJson"
    | "copyMarkdown"
    | "rule"
    | "server"
    | "agent"
    | "dismiss";
  keys?: Keys;
  /** Starts a new group. */
  cut?: true;
  when: (request: HeldRequest) => boolean;
  run: (request: HeldRequest) => void;
}

/** An agent, or a program. */
const isInAgents = ({ requester: { transport } }: HeldRequest): boolean =>
  transport === "hook" || transport === "endpoint";
const hasDocument = ({ proposed }: HeldRequest): boolean => proposed !== null;

function open({ id }: HeldRequest): void {
  clearMultiSelection();
  openRequest(id);
}

/** Decides nothing: it opens the gate, where the decision takes its own press. */
function openAt(request: HeldRequest, then: () => void): void {
  open(request);
  setTimeout(() => view.getState().requestId === request.id && then(), DRAWN_MS);
}

const focus = (selector: string): void =>
  document.querySelector<HTMLElement>(`[data-review] ${selector}`)?.focus();

const [asText, asJson, asMarkdown] = COPY_FORMATS.map(
  (format) =>
    ({ proposed }: HeldRequest): void => {
      if (proposed !== null) void navigator.clipboard.writeText(copyAs(proposed, format));
    },
);

const nothing = (): void => undefined;

export const ROW_COMMANDS: readonly RowCommand[] = [
  {
    id: "open",
    keys: KEYS.open,
    when: () => true,
    run: (request) => openAt(request, () => focus("[data-leave]")),
  },
  {
    id: "approve",
    when: isPending,
    run: (request) => openAt(request, () => focus('[data-decides="approve"]')),
  },
  {
    id: "reject",
    when: isPending,
    run: (request) =>
      openAt(request, () =>
        currentActions()
          .find(({ id }) => id === "reject")
          ?.run(),
      ),
  },
  { id: "copyText", cut: true, when: hasDocument, run: asText ?? nothing },
  { id: "copyJson", when: hasDocument, run: asJson ?? nothing },
  { id: "copyMarkdown", when: hasDocument, run: asMarkdown ?? nothing },
  {
    id: "rule",
    cut: true,
    keys: KEYS.always,
    when: hasDocument,
    run: ({ id, phase }) =>
      view.setState({
        newRuleFrom: { requestId: id, gate: phase.kind === "response" ? "response" : "request" },
      }),
  },
  {
    id: "server",
    when: (request) => !isInAgents(request),
    run: ({ requester }) => openRequester(requester),
  },
  { id: "agent", when: isInAgents, run: ({ requester }) => openRequester(requester) },
  {
    id: "dismiss",
    cut: true,
    when: (request) => !isOpen(request),
    run: ({ id }) => void send("desk.dismiss", id),
  },
];
