// Raises the limit that refused a request, from the request itself.
import { KEYS } from "#shared/shortcuts.ts";
import { useMemo, useState } from "react";
import { useT } from "#words/index.ts";
import type { BudgetUse } from "#shared/rules/limits/budget.ts";
import { BUDGET_MOST, entryOf, LIMITS } from "#shared/rules/limits/limits.ts";
import type { UnlimitedName, FigureName, OneTimeLimitName } from "#shared/rules/limits/limits.ts";
import { beyondOf, placeOf, raisesOf } from "#shared/rules/limits/raise.ts";
import type { LimitPlace, Raise } from "#shared/rules/limits/raise.ts";
import type { Refusal, HeldRequest } from "#shared/request/life/heldRequest.ts";
import { useActions } from "#data/actions.ts";
import { useAmount } from "#data/budgetText.ts";
import { send } from "#data/commands.ts";
import { useMirror } from "#data/mirror.ts";
import type { Mirror } from "#data/mirror.ts";
import { openProgram } from "#data/view.ts";
import type { Action } from "#data/view.ts";
import { Button, LinkButton } from "#kit/controls/Button.tsx";
import { Dialog } from "#kit/overlays/Dialog.tsx";
import { FailureBar } from "#kit/layout/FailureBar.tsx";
import { KeyCap } from "#kit/controls/KeyCap.tsx";
import { figureWords } from "#kit/text/limitWords.ts";
import { refusedWords } from "../refusalWords.ts";
import { decimal } from "#kit/text/time.ts";
import s from "./RaiseLimit.module.css";
import { useAction } from "#kit/hooks/useAction.ts";

interface Offered {
  place: LimitPlace;
  refusal: Refusal;
  raises: Raise[];
  /** How far the budget is exceeded already. */
  beyond: number;
}

/** The limit that refused the request with the raises on offer; null if it can't be raised. */
function useRaises(request: HeldRequest): Offered | null {
  const ending = request.phase.kind === "ended" ? request.phase.ending : null;
  const refusal = ending?.kind === "refused" ? ending.refusal : null;
  const place = refusal === null ? null : placeOf(refusal);
  const now = useMirror((state) =>
    place === null ? null : limitNow(state, request.requester.serverId, place),
  );
  const use = useMirror((state) =>
    place === null ? undefined : stands(state, request.requester.serverId, place),
  );
  const isHere = useMirror((state) => request.id in state.requests);
  if (refusal === null || place === null) return null;
  const raises = raisesOf(refusal, now, mostOf(place), use).filter(
    ({ how }) => isHere || how === "set",
  );
  const beyond = use === undefined ? 0 : beyondOf(use);
  return raises.length === 0 ? null : { place, refusal, raises, beyond };
}

/** A program's own limit is raised in its form. */
function isOfProgram({ requester, phase }: HeldRequest): boolean {
  const ending = phase.kind === "ended" ? phase.ending : null;
  if (requester.transport !== "endpoint" || ending?.kind !== "refused") return false;
  return placeOf(ending.refusal)?.scope === "server";
}

/** The current use of a budget. */
function stands(
  { limits }: Mirror,
  serverId: string,
  { scope, limit }: LimitPlace,
): BudgetUse | undefined {
  if (limit.kind !== "budget") return undefined;
  const uses = scope === "all" ? limits.all : (limits.servers[serverId] ?? []);
  return uses.find(({ unit, window }) => unit === limit.unit && window === limit.window);
}

function limitNow(state: Mirror, serverId: string, { scope, limit }: LimitPlace): number | null {
  const limits = scope === "all" ? state.settings.limits : state.servers[serverId]?.policy.limits;
  if (limits === undefined) return null;
  if (limit.kind === "budget") return limits.budgets[limit.unit][limit.window];
  const found: unknown = Reflect.get(limits, limit.name);
  return typeof found === "number" ? found : null;
}

const mostOf = ({ limit }: LimitPlace): number =>
  limit.kind === "budget" ? BUDGET_MOST[limit.unit] : entryOf(limit.name).most;

/** The link in the outcome bar, with its dialog. */
export function RaiseLimit({ request }: { request: HeldRequest }) {
  const t = useT();
  const words = useWords();
  const found = useRaises(request);
  const [open, setOpen] = useState(false);
  const [done, setDone] = useState<string | null>(null);
  const offered = found !== null;
  const isProgram = isOfProgram(request);
  const actions = useMemo(
    (): Action[] =>
      offered
        ? [
            {
              id: "raise-limit",
              group: "request",
              label: t("limits.raise.title"),
              keys: KEYS.raise,
              run: () => setOpen(true),
            },
          ]
        : [],
    [t, offered],
  );
  useActions("raise", actions);
  if (done !== null) return <span role="status">{done}</span>;
  if (isProgram) {
    return (
      <LinkButton onClick={() => openProgram(request.requester.serverId)}>
        {t("limits.raise.inProgram", { program: request.requester.name })}
      </LinkButton>
    );
  }
  if (found === null) return null;
  return (
    <>
      <LinkButton onClick={() => setOpen(true)}>
        {t("limits.raise.open")} <KeyCap of={KEYS.raise} />
      </LinkButton>
      {open && (
        <RaiseDialog
          request={request}
          {...found}
          onClose={() => setOpen(false)}
          onDone={(raise) => {
            setOpen(false);
            setDone(t("limits.raise.done", { what: words(found, raise) }));
          }}
        />
      )}
    </>
  );
}

function RaiseDialog({
  request,
  place,
  refusal,
  raises,
  beyond,
  onClose,
  onDone,
}: Offered & {
  request: HeldRequest;
  onClose: () => void;
  onDone: (raise: Raise) => void;
}) {
  const t = useT();
  const words = useWords();
  const { failure, tell } = useAction();
  const raise = async (one: Raise): Promise<void> => {
    const result = await send("limits.raise", request.id, one);
    if (tell(result)) onDone(one);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("limits.raise.title")}
      intro={`${refusedWords(t, refusal, 1 + (request.more?.count ?? 0))} ${t("limits.raise.intro")}`}
      foot={<Button onClick={onClose}>{t("common.cancel")}</Button>}
    >
      <FailureBar failure={failure} />
      <ul className={s.raises}>
        {raises.map((one, index) => (
          <li key={index}>
            <Button
              level={index === 0 ? "primary" : "normal"}
              ref={index === 0 ? focusOnce : undefined}
              onClick={() => void raise(one)}
            >
              {words({ place, beyond }, one)}
            </Button>
          </li>
        ))}
      </ul>
      <p className={s.whose}>
        {place.scope === "all"
          ? t("limits.raise.ofAll")
          : t("limits.raise.ofServer", { server: request.requester.name })}
      </p>
    </Dialog>
  );
}

/** In the next frame, after the dialog has set its own focus. */
const focusOnce = (button: HTMLButtonElement | null): void => {
  requestAnimationFrame(() => button?.focus());
};

/** What a raise does, in words. */
function useWords(): (of: Pick<Offered, "place" | "beyond">, raise: Raise) => string {
  const t = useT();
  const amount = useAmount();
  return ({ place: { limit }, beyond }, raise) => {
    if (limit.kind === "budget") {
      return raise.how === "once"
        ? t(`limits.raise.onceBudget.${limit.window}`, {
            more: amount(limit.unit, raise.more - beyond),
          })
        : t(`limits.raise.setBudget.${limit.window}`, {
            limit: amount(limit.unit, raise.limit ?? 0),
          });
    }
    const { name } = limit;
    if (raise.how === "once") {
      return isOnce(name) ? t(`limits.of.${name}.once`, { more: decimal(raise.more) }) : "";
    }
    if (raise.limit === null) return isEndless(name) ? t(`limits.of.${name}.setNone`) : "";
    return t(`limits.of.${name}.set`, { limit: figureWords(t, name, raise.limit) });
  };
}

const isOnce = (name: FigureName): name is OneTimeLimitName => "once" in LIMITS[name];
const isEndless = (name: FigureName): name is UnlimitedName => "endless" in LIMITS[name];
