// The form of what one server may do. Nothing holds before it is saved.
import { useState } from "react";
import type { Failure } from "../../../src-shared/outcome.ts";
import { declaresOtherwise, defaultPolicy } from "../../../src-shared/servers/policy/policy.ts";
import type { ServerPolicy } from "../../../src-shared/servers/policy/policy.ts";
import type { ServerView } from "../../../src-shared/servers/server.ts";
import { useOwnMoney } from "../../state/money.ts";
import { useT } from "../../i18n/index.ts";
import { Bar } from "../../ui/layout/Bar.tsx";
import { Button } from "../../ui/controls/Button.tsx";
import { Checkbox } from "../../ui/controls/Checkbox.tsx";
import { Dialog } from "../../ui/layout/Dialog.tsx";
import { FailureBar } from "../../components/requests/FailureBar.tsx";
import type { LimitName } from "../../../src-shared/policy/limits/limits.ts";
import { LimitFields } from "../../components/limits/LimitFields.tsx";
import { limitText, SERVER_LIMITS } from "../../components/limits/limitsDraft.ts";
import type { LimitFaults } from "../../components/limits/limitsDraft.ts";
import type { RetentionFaults } from "../../components/record/retentionDraft.ts";
import { RadioGroup } from "../../ui/controls/RadioGroup.tsx";
import { SubmitForm } from "../../ui/controls/SubmitForm.tsx";
import { ControlField } from "../panel/Control.tsx";
import { Fact } from "../panel/Fact.tsx";
import { policyDraftOf, readPolicy } from "./policyDraft.ts";
import type { PolicyDraft } from "./policyDraft.ts";
import { PolicyKeeping } from "./PolicyKeeping.tsx";
import { PolicyModels } from "./PolicyModels.tsx";
import { PolicyRoots } from "./PolicyRoots.tsx";

interface Part {
  draft: PolicyDraft;
  change: (part: Partial<PolicyDraft>) => void;
}

/** @param waiting requests of the server that are open now: a new connection would end them */
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
  const [draft, setDraft] = useState(() => policyDraftOf(server.policy));
  const [faults, setFaults] = useState<LimitFaults>({});
  const [keeping, setKeeping] = useState<RetentionFaults>({});
  const [failure, setFailure] = useState<Failure | null>(null);
  const change = (part: Partial<PolicyDraft>): void => {
    setDraft((before) => ({ ...before, ...part }));
    setFaults({});
    setKeeping({});
  };
  const save = async (): Promise<void> => {
    const read = readPolicy(draft);
    if (read.ok) return setFailure(await onSave(read.policy));
    setFaults(read.faults);
    setKeeping(read.keeping);
  };
  const offered = { ...server.policy, tools: draft.tools, context: draft.context };
  const anew =
    server.enabled &&
    declaresOtherwise(server.policy, { ...offered, tasks: draft.tasks, roots: draft.roots });
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={t("policy.dialog", { name: server.name })}
      intro={t("policy.intro")}
      foot={
        <>
          <Button level="plain" onClick={() => change(policyDraftOf(defaultPolicy))}>
            {t("policy.defaults")}
          </Button>
          <span className="grow" />
          <Button onClick={onClose}>{t("common.cancel")}</Button>
          <Button level="primary" onClick={() => void save()}>
            {t("servers.form.save")}
          </Button>
        </>
      }
    >
      <SubmitForm label={t("servers.form.save")} onSubmit={() => void save()}>
        {failure !== null && <FailureBar failure={failure} />}
        {server.source !== "stored" && <p className="xs ink2">{t("policy.notStored")}</p>}
        <ControlField control={draft.control} onControl={(control) => change({ control })} />
        <Calls draft={draft} change={change} />
        <Limits draft={draft} change={change} faults={faults} />
        <PolicyKeeping
          serverId={server.id}
          draft={draft.retention}
          faults={keeping}
          onDraft={(retention) => change({ retention })}
        />
        <PolicyModels models={draft.models} onModels={(models) => change({ models })} />
        <Offers draft={draft} change={change} />
        <PolicyRoots roots={draft.roots} onRoots={(roots) => change({ roots })} />
        {anew && (
          <Bar tone="warn" title={t("policy.anew")}>
            {waiting > 0 && t("policy.waits", { count: waiting })}
          </Bar>
        )}
      </SubmitForm>
    </Dialog>
  );
}

/** Requests whose call is not known. */
function Calls({ draft, change }: Part) {
  const t = useT();
  return (
    <>
      <Fact label={t("policy.unasked.label")}>
        <RadioGroup
          label={t("policy.unasked.label")}
          value={draft.unasked}
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
          value={draft.ambiguous}
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

function Limits({ draft, change, faults }: Part & { faults: LimitFaults }) {
  const t = useT();
  return (
    <Fact label={t("policy.limits")}>
      <LimitFields
        names={SERVER_LIMITS}
        draft={draft.limits}
        faults={faults}
        usual={usual}
        inOwn={useOwnMoney()}
        onDraft={(limits) => change({ limits })}
      />
    </Fact>
  );
}

const usual = (name: LimitName): string | null => {
  const value = defaultPolicy.limits[name];
  return value === null ? null : limitText(name, value);
};

/** What is declared to the server in the handshake. */
function Offers({ draft, change }: Part) {
  const t = useT();
  return (
    <Fact label={t("policy.offers")}>
      {(["tools", "context", "tasks"] as const).map((name) => (
        <Checkbox
          key={name}
          checked={draft[name]}
          hint={t(`policy.offer.${name}Hint`)}
          onChange={(checked) => change({ [name]: checked })}
        >
          {t(`policy.offer.${name}`)}
        </Checkbox>
      ))}
    </Fact>
  );
}
