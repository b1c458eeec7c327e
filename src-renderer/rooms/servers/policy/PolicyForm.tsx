// The form of a server's policy. Nothing applies before it is saved.
import { useState } from "react";
import { keepEverything } from "#shared/servers/policy/keepAll.ts";
import { defaultPolicy, needsReconnect } from "#shared/servers/policy/policy.ts";
import type { SharedRoot } from "#shared/servers/policy/policy.ts";
import type { ServerView } from "#shared/servers/server.ts";
import { useT } from "#words/index.ts";
import { send } from "#data/commands.ts";
import { useMirror } from "#data/mirror.ts";
import { useRetentionPreview } from "#data/retentionPreview.ts";
import { isOpen } from "#data/select.ts";
import { LimitFields } from "#forms/limits/LimitFields.tsx";
import { SERVER_LIMITS } from "#forms/limits/limitsForm.ts";
import { DeletionPreview } from "#forms/retention/DeletionPreview.tsx";
import { RetentionFields } from "#forms/retention/RetentionFields.tsx";
import { retentionForm, retentionFormValues } from "#forms/retention/retentionForm.ts";
import { Button, IconButton } from "#kit/controls/Button.tsx";
import { Checkbox } from "#kit/controls/Checkbox.tsx";
import { RadioGroup } from "#kit/controls/RadioGroup.tsx";
import { SubmitForm } from "#kit/controls/SubmitForm.tsx";
import { CloseIcon, PlusIcon } from "#kit/controls/icons.ts";
import { useFormValues } from "#kit/form/form.tsx";
import { useAction } from "#kit/hooks/useAction.ts";
import { Bar } from "#kit/layout/Bar.tsx";
import { Dialog } from "#kit/overlays/Dialog.tsx";
import { FailureBar } from "#kit/layout/FailureBar.tsx";
import { Row, Stack } from "#kit/layout/Stack.tsx";
import { Quote } from "#kit/text/Quote.tsx";
import { Hint } from "#kit/text/Text.tsx";
import { GoesTo } from "#request/team/GoesTo.tsx";
import { Fact } from "#kit/layout/Section.tsx";
import { CONTROLS, controlWords } from "../panel/PolicyFacts.tsx";
import { folderOf, policyForm, policyFormValues } from "./policyForm.ts";
import type { PolicyChoices } from "./policyForm.ts";
import { PolicyModels } from "#request/models/PolicyModels.tsx";
import s from "./Policy.module.css";

export function PolicyForm({ server, onClose }: { server: ServerView; onClose: () => void }) {
  const t = useT();
  const { failure, tell } = useAction();
  const master = useMirror((state) => state.desk.masterSwitch);
  /** Its open requests, which a reconnect would cancel. */
  const pending = useMirror(
    ({ requests }) =>
      Object.values(requests).filter(
        (request) => isOpen(request) && request.requester.serverId === server.id,
      ).length,
  );
  const {
    form,
    typed,
    send: save,
  } = useFormValues(policyForm(t), policyFormValues(server.policy), async (policy) => {
    if (tell(await send("servers.policy", server.id, policy))) onClose();
  });
  const { chosen } = typed;
  const retention = retentionForm(t).nullable().safeParse(typed.retention).data ?? null;
  const reach = useRetentionPreview(server.id, retention);
  const change = (part: Partial<PolicyChoices>): void =>
    form.setFieldValue("chosen", { ...chosen, ...part });
  const anew = server.enabled && needsReconnect(server.policy, { ...server.policy, ...chosen });
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={t("policy.dialog", { name: server.name })}
      intro={t("policy.intro")}
      foot={
        <>
          <Button
            level="plain"
            onClick={() => form.reset(policyFormValues(defaultPolicy), { keepDefaultValues: true })}
          >
            {t("common.resetToDefaults")}
          </Button>
          <span className="grow" />
          <Button onClick={onClose}>{t("common.cancel")}</Button>
          <Button level="primary" onClick={save}>
            {t("common.save")}
          </Button>
        </>
      }
    >
      <SubmitForm label={t("common.save")} onSubmit={save}>
        <FailureBar failure={failure} />
        {server.source !== "stored" && <p className="xs ink2">{t("policy.notStored")}</p>}
        <Fact label={t("policy.control.label")}>
          <RadioGroup
            label={t("policy.control.label")}
            value={chosen.control}
            onChange={(control) => change({ control })}
            options={CONTROLS.map((value) => ({
              value,
              label: t(`policy.control.${value}`),
              hint: t(`policy.control.${value}Hint`),
            }))}
          />
          <Hint below>{controlWords(t, master, chosen.control)}</Hint>
        </Fact>
        <GoesTo isTeams={chosen.team} onTeam={(team) => change({ team })} />
        <Calls chosen={chosen} change={change} />
        <Fact label={t("common.limits")}>
          <LimitFields
            names={SERVER_LIMITS}
            renderField={(name, parts) => (
              <form.AppField key={name} name={`limits.${name}`}>
                {parts}
              </form.AppField>
            )}
          />
        </Fact>
        <Fact label={t("retention.label")}>
          <Checkbox
            checked={typed.retention !== null}
            hint={t("retention.ownHint")}
            onChange={(own) =>
              form.setFieldValue("retention", own ? retentionFormValues(keepEverything) : null)
            }
          >
            {t("retention.own")}
          </Checkbox>
          {typed.retention !== null && (
            <>
              <RetentionFields
                renderField={(name, parts) => (
                  <form.AppField key={name} name={`retention.${name}`}>
                    {parts}
                  </form.AppField>
                )}
              />
              {retention !== null && <DeletionPreview reach={reach} />}
              <Hint below>{t("retention.intro")}</Hint>
            </>
          )}
        </Fact>
        <PolicyModels models={chosen.models} onModels={(models) => change({ models })} />
        <Fact label={t("policy.offers")}>
          {(["tools", "context", "tasks"] as const).map((name) => (
            <Checkbox
              key={name}
              checked={chosen[name]}
              hint={t(`policy.offer.${name}Hint`)}
              onChange={(checked) => change({ [name]: checked })}
            >
              {t(`policy.offer.${name}`)}
            </Checkbox>
          ))}
        </Fact>
        <PolicyRoots roots={chosen.roots} onRoots={(roots) => change({ roots })} />
        {anew && (
          <Bar tone="warn" title={t("policy.anew")}>
            {pending > 0 && t("policy.waits", { count: pending })}
          </Bar>
        )}
      </SubmitForm>
    </Dialog>
  );
}

/** Calls, their results, and requests whose call is unknown or ambiguous. */
function Calls({
  chosen,
  change,
}: {
  chosen: PolicyChoices;
  change: (part: Partial<PolicyChoices>) => void;
}) {
  const t = useT();
  return (
    <>
      <Fact label={t("policy.holdTools.label")}>
        <RadioGroup
          label={t("policy.holdTools.label")}
          value={chosen.holdTools}
          onChange={(holdTools) => change({ holdTools })}
          options={(["none", "not-read-only", "all"] as const).map((value) => ({
            value,
            label: t(`policy.holdTools.${value}`),
            hint: t(`policy.holdTools.${value}Hint`),
          }))}
        />
      </Fact>
      <Fact label={t("policy.results.label")}>
        <RadioGroup
          label={t("policy.results.label")}
          value={chosen.reviewResults ? "review" : "pass"}
          onChange={(results) => change({ reviewResults: results === "review" })}
          options={(["pass", "review"] as const).map((value) => ({
            value,
            label: t(`policy.results.${value}`),
            hint: t(`policy.results.${value}Hint`),
          }))}
        />
      </Fact>
      <Fact label={t("policy.elicitation.label")}>
        <RadioGroup
          label={t("policy.elicitation.label")}
          value={chosen.elicitation}
          onChange={(elicitation) => change({ elicitation })}
          options={(["desk", "host"] as const).map((value) => ({
            value,
            label: t(`policy.elicitation.${value}`),
            hint: t(`policy.elicitation.${value}Hint`),
          }))}
        />
      </Fact>
      <Fact label={t("policy.unasked.label")}>
        <RadioGroup
          label={t("policy.unasked.label")}
          value={chosen.unasked}
          onChange={(unasked) => change({ unasked })}
          options={(["refuse", "ask"] as const).map((value) => ({
            value,
            label: t(`policy.unasked.${value}`),
            hint: t(`policy.unasked.${value}Hint`),
          }))}
        />
      </Fact>
      <Fact label={t("policy.ambiguous.label")}>
        <RadioGroup
          label={t("policy.ambiguous.label")}
          value={chosen.ambiguous}
          onChange={(ambiguous) => change({ ambiguous })}
          options={(["ask", "refuse"] as const).map((value) => ({
            value,
            label: t(`policy.ambiguous.${value}`),
            hint: t(`policy.ambiguous.${value}Hint`),
          }))}
        />
      </Fact>
    </>
  );
}

function PolicyRoots({
  roots,
  onRoots,
}: {
  roots: readonly SharedRoot[];
  onRoots: (roots: SharedRoot[]) => void;
}) {
  const t = useT();
  const [known, setKnown] = useState(false);
  const add = async (): Promise<void> => {
    const picked = await send("servers.pickFolder");
    if (!picked.ok || picked.value === null) return;
    const { value } = picked;
    const twice = roots.some(({ uri }) => uri === value.uri);
    setKnown(twice);
    if (!twice) onRoots([...roots, value]);
  };
  return (
    <Fact label={t("policy.roots")}>
      {roots.length === 0 ? (
        <p className="xs ink2">{t("policy.noRoots")}</p>
      ) : (
        <Stack as="ul" gap={2}>
          {roots.map(({ uri }) => (
            <Row as="li" gap={4} key={uri}>
              <Quote cut>{folderOf(uri)}</Quote>
              <IconButton
                icon={CloseIcon}
                label={t("policy.removeRoot", { name: folderOf(uri) })}
                onClick={() => onRoots(roots.filter((other) => other.uri !== uri))}
              />
            </Row>
          ))}
        </Stack>
      )}
      <p className={s.add}>
        <Button size="s" level="plain" icon={PlusIcon} onClick={() => void add()}>
          {t("policy.addRoot")}
        </Button>
        <span role="status">{known ? t("policy.known") : ""}</span>
      </p>
      <Hint below>{t("policy.rootsHint")}</Hint>
    </Fact>
  );
}
