// The form of a server's policy. Nothing applies before it is saved.
import type { Failure } from "#shared/outcome.ts";
import { needsReconnect, defaultPolicy } from "#shared/servers/policy/policy.ts";
import type { ServerPolicy } from "#shared/servers/policy/policy.ts";
import type { ServerView } from "#shared/servers/server.ts";
import { useT } from "#words/index.ts";
import { Bar } from "#kit/layout/Bar.tsx";
import { Button } from "#kit/controls/Button.tsx";
import { Checkbox } from "#kit/controls/Checkbox.tsx";
import { Dialog } from "#kit/layout/Dialog.tsx";
import { FailureBar } from "#kit/layout/FailureBar.tsx";
import { LimitFields } from "#forms/limits/LimitFields.tsx";
import { SERVER_LIMITS } from "#forms/limits/limitsForm.ts";
import { RadioGroup } from "#kit/controls/RadioGroup.tsx";
import { SubmitForm } from "#kit/controls/SubmitForm.tsx";
import { GoesTo } from "./GoesTo.tsx";
import { useFormValues } from "#kit/form/form.tsx";
import { ControlField } from "../panel/Control.tsx";
import { Fact } from "../panel/Fact.tsx";
import { policyForm, policyFormValues } from "./policyForm.ts";
import type { PolicyChoices } from "./policyForm.ts";
import { PolicyRetention } from "./PolicyRetention.tsx";
import { PolicyModels } from "./PolicyModels.tsx";
import { PolicyRoots } from "./PolicyRoots.tsx";
import { useAction } from "#kit/hooks/useAction.ts";

interface Part {
  chosen: PolicyChoices;
  change: (part: Partial<PolicyChoices>) => void;
}

/** @param waiting open requests of the server, which a reconnect would cancel */
export function PolicyForm({
  server,
  waiting,
  onSave,
  onClose,
}: {
  server: ServerView;
  waiting: number;
  onSave: (policy: ServerPolicy) => Promise<Failure | null>;
  onClose: () => void;
}) {
  const t = useT();
  const { failure, fail } = useAction();
  const { form, typed, send } = useFormValues(
    policyForm(t),
    policyFormValues(server.policy),
    async (policy) => void fail(await onSave(policy)),
  );
  const { chosen } = typed;
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
          <Button level="primary" onClick={send}>
            {t("common.save")}
          </Button>
        </>
      }
    >
      <SubmitForm label={t("common.save")} onSubmit={send}>
        <FailureBar failure={failure} />
        {server.source !== "stored" && <p className="xs ink2">{t("policy.notStored")}</p>}
        <ControlField control={chosen.control} onControl={(control) => change({ control })} />
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
        <PolicyRetention serverId={server.id} form={form} />
        <PolicyModels models={chosen.models} onModels={(models) => change({ models })} />
        <Offers chosen={chosen} change={change} />
        <PolicyRoots roots={chosen.roots} onRoots={(roots) => change({ roots })} />
        {anew && (
          <Bar tone="warn" title={t("policy.anew")}>
            {waiting > 0 && t("policy.waits", { count: waiting })}
          </Bar>
        )}
      </SubmitForm>
    </Dialog>
  );
}

/** Requests whose call is unknown or ambiguous. */
function Calls({ chosen, change }: Part) {
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

/** Capabilities declared to the server in the handshake. */
function Offers({ chosen, change }: Part) {
  const t = useT();
  return (
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
  );
}
