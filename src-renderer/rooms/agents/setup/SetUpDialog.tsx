// Sets an agent up: what comes to the user, its servers, its model calls, and the change of its files that follows each
// choice. Then what it still needs, and the check.
import { useState } from "react";
import type { AgentRow, AgentSetup } from "#shared/agents/agentRow.ts";
import { ACTION_CHOICES } from "#shared/agents/comesToUser.ts";
import { ABSENT_CHOICES } from "#shared/agents/entry.ts";
import { useT } from "#words/index.ts";
import { reviewServers } from "#data/approval.ts";
import { send } from "#data/commands.ts";
import { notify } from "#data/notice.ts";
import { Button } from "#kit/controls/Button.tsx";
import { Checkbox } from "#kit/controls/Checkbox.tsx";
import { RadioGroup } from "#kit/controls/RadioGroup.tsx";
import { Badge } from "#kit/layout/Badge.tsx";
import { Row, Stack } from "#kit/layout/Stack.tsx";
import { Dialog } from "#kit/overlays/Dialog.tsx";
import { Hint, Label } from "#kit/text/Text.tsx";
import { span } from "#kit/text/time.ts";
import { GoesTo } from "#request/team/GoesTo.tsx";
import { Changes, usePreview } from "./Changes.tsx";
import { CheckDialog } from "./CheckDialog.tsx";
import { DOOR_WORDS, hashesOf, offeredSetup, openedDoors, serversOf } from "./setup.ts";
import type { ServerEntry } from "./setup.ts";
import s from "./Setup.module.css";

interface Props {
  row: AgentRow;
  /** What is chosen at first; otherwise what is set up, or recommended. */
  start?: AgentSetup | undefined;
  onClose: () => void;
}

export function SetUpDialog({ row, start, onClose }: Props) {
  const t = useT();
  const { name } = row;
  // The row is another one as soon as the files have changed.
  const [before] = useState({ doors: openedDoors(row), choices: row.tools?.choices ?? null });
  const [setup, setSetup] = useState<AgentSetup>(start ?? offeredSetup(row));
  const [isBusy, setBusy] = useState(false);
  /** The servers that the user has to confirm, once it is set up. */
  const [made, setMade] = useState<string[] | null>(null);
  const preview = usePreview(JSON.stringify(setup), () => send("agents.previewSetup", name, setup));
  const { changes, isShown, tell } = preview;
  const count = changes?.length ?? 0;
  const isReady = isShown && count > 0 && !isBusy;
  const close = (confirm: readonly string[]): void => {
    onClose();
    if (confirm.length > 0) reviewServers(confirm, "here");
  };
  const apply = async (): Promise<void> => {
    if (!isReady || changes === null) return;
    setBusy(true);
    const done = await send("agents.setUp", name, setup, hashesOf(changes));
    setBusy(false);
    if (!tell(done) || !done.ok) return;
    const isOfTools = JSON.stringify(setup.tools) !== JSON.stringify(before.choices);
    if (setup.tools !== null && isOfTools) return setMade(done.value.confirm);
    notify({ says: t("setup.changed", { name }) });
    close(done.value.confirm);
  };
  if (made !== null) return <CheckDialog row={row} isNew onClose={() => close(made)} />;
  const isAgain = before.doors.length > 0;
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      onConfirm={() => void apply()}
      title={t(isAgain ? "setup.titleAgain" : "agents.dialog.title", { name })}
      foot={
        <>
          <span className="xs ink3 grow">{t("hosts.dialog.nothing")}</span>
          <Button onClick={onClose}>{t("common.cancel")}</Button>
          <Button level="primary" disabled={!isReady} onClick={() => void apply()}>
            {t(isAgain ? "setup.applyAgain" : "setup.apply", { count })}
          </Button>
        </>
      }
    >
      <Choices row={row} setup={setup} onSetup={setSetup} />
      <Changes {...preview} />
      {count > 0 && <Hint>{t("setup.after")}</Hint>}
    </Dialog>
  );
}

/** The choices of each door. */
function Choices({
  row,
  setup,
  onSetup,
}: {
  row: AgentRow;
  setup: AgentSetup;
  onSetup: (setup: AgentSetup) => void;
}) {
  const t = useT();
  const { name, tools, calls } = row;
  const chosen = setup.tools;
  const servers = serversOf(row);
  return (
    <>
      {tools !== null && (
        <Stack gap={6}>
          <Label>{t("setup.comes")}</Label>
          <RadioGroup
            framed
            label={t("setup.comes")}
            value={chosen?.actions ?? null}
            onChange={(actions) =>
              onSetup({ ...setup, tools: { absent: "block", ...chosen, actions } })
            }
            options={ACTION_CHOICES.map((value) => {
              const isOff = value === "asked" && !tools.hasPermission;
              return {
                value,
                label: (
                  <Row as="span" inline>
                    {t(`agents.choice.${value}`)}
                    {value === "asked" && !isOff && (
                      <Badge tone="info">{t("agents.dialog.recommended")}</Badge>
                    )}
                  </Row>
                ),
                hint: t(isOff ? "setup.choiceHint.none" : `setup.choiceHint.${value}`, { name }),
                disabled: isOff,
              };
            })}
          />
        </Stack>
      )}
      <div className={s.doors}>
        {servers.length > 0 && (
          <Servers
            servers={servers}
            chosen={setup.servers}
            onChosen={(next) => onSetup({ ...setup, servers: next })}
          />
        )}
        {calls !== null && (
          <Stack gap={6}>
            <Label>{t(DOOR_WORDS.calls)}</Label>
            <Checkbox
              checked={setup.calls}
              hint={setup.calls ? t("setup.callsKey", { provider: calls.provider }) : undefined}
              onChange={(next) => onSetup({ ...setup, calls: next })}
            >
              {t("setup.holdCalls")}
            </Checkbox>
          </Stack>
        )}
      </div>
      {tools !== null && chosen !== null && (
        <Stack gap={4}>
          <Row gap={16} wrap={4}>
            <Label as="span">{t("agents.dialog.absent")}</Label>
            <RadioGroup
              inline
              label={t("agents.dialog.absent")}
              value={chosen.absent}
              onChange={(absent) => onSetup({ ...setup, tools: { ...chosen, absent } })}
              options={ABSENT_CHOICES.map((value) => ({
                value,
                label: t(`agents.absent.${value}`, { name }),
              }))}
            />
          </Row>
          <GoesTo
            isTeams={chosen.team === true}
            onTeam={(isTeams) => {
              const { team: _was, ...mine } = chosen;
              onSetup({ ...setup, tools: isTeams ? { ...mine, team: true } : mine });
            }}
          />
          {tools.isUnmeasured === true && <Hint>{t("setup.unmeasured", { name })}</Hint>}
          {!tools.blocksOnFailure && (
            <Hint>
              {tools.limitMs === null
                ? t("setup.opens", { name })
                : t("setup.opensAfter", { name, limit: span(t, tools.limitMs) })}
            </Hint>
          )}
        </Stack>
      )}
    </>
  );
}

type Chosen = AgentSetup["servers"];

/** Those that can go through Countersign are ticked or not; of the others, why they can't. */
function Servers({
  servers,
  chosen,
  onChosen,
}: {
  servers: readonly ServerEntry[];
  chosen: Chosen;
  onChosen: (chosen: Chosen) => void;
}) {
  const t = useT();
  const keyOf = (one: Chosen[number]): string => JSON.stringify([one.file, one.path]);
  const ticked = new Set(chosen.map(keyOf));
  const names = servers.map(({ name }) => name);
  const isAble = (one: ServerEntry): boolean => one.notWrappable === undefined;
  return (
    <Stack role="group" aria-label={t("setup.servers")} gap={6}>
      <Label>{t("setup.servers")}</Label>
      <Row gap={16} wrap={4}>
        {servers.filter(isAble).map(({ name, file, path }) => {
          const key = keyOf({ file, path });
          return (
            <Checkbox
              key={key}
              checked={ticked.has(key)}
              // Two files may have a server of the same name.
              hint={names.filter((one) => one === name).length > 1 ? file : undefined}
              onChange={(on) =>
                onChosen(
                  on ? [...chosen, { file, path }] : chosen.filter((one) => keyOf(one) !== key),
                )
              }
            >
              {name}
            </Checkbox>
          );
        })}
      </Row>
      {servers.map(
        ({ name, file, path, notWrappable }) =>
          notWrappable !== undefined && (
            <Hint key={keyOf({ file, path })}>
              {name}: {t(`hosts.not.${notWrappable}`)}
            </Hint>
          ),
      )}
    </Stack>
  );
}
