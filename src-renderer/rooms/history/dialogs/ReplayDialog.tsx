// Replays a request: as received, as approved, or pasted. It goes to gate 1 like any other, for a model or a response
// by hand; no server waits for it.
import { useState } from "react";
import { useT } from "#words/index.ts";
import type { Failure, Outcome } from "#shared/outcome.ts";
import type { HeldRequest } from "#shared/request/life/heldRequest.ts";
import { send } from "#data/commands.ts";
import { useMirror } from "#data/mirror.ts";
import { openRequest } from "#data/view.ts";
import { Button } from "#kit/controls/Button.tsx";
import { Dialog } from "#kit/overlays/Dialog.tsx";
import { FailureBar } from "#kit/layout/FailureBar.tsx";
import { Field, TextArea } from "#kit/controls/Field.tsx";
import { RadioGroup } from "#kit/controls/RadioGroup.tsx";
import { Select } from "#kit/controls/Select.tsx";
import { useAction } from "#kit/hooks/useAction.ts";
import { Stack } from "#kit/layout/Stack.tsx";

/** Opens the new request, or shows why there is none. */
function useHeld(onClose: () => void) {
  const { failure, tell } = useAction();
  const held = (result: Outcome<string, Failure>): void => {
    if (!tell(result)) return;
    onClose();
    openRequest(result.value);
  };
  return { failure, held };
}

export function ReplayDialog({ request, onClose }: { request: HeldRequest; onClose: () => void }) {
  const t = useT();
  const { failure, held } = useHeld(onClose);
  const approved = request.attempts.length > 0;
  const [from, setFrom] = useState<"asked" | "approved">(approved ? "approved" : "asked");
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("history.replay.title")}
      intro={t("history.replay.intro")}
      foot={
        <>
          <Button onClick={onClose}>{t("common.cancel")}</Button>
          <Button
            level="primary"
            onClick={() => void send("history.replay", request.id, from).then(held)}
          >
            {t("history.replay.hold")}
          </Button>
        </>
      }
    >
      <FailureBar failure={failure} />
      <RadioGroup
        label={t("history.replay.from")}
        value={from}
        onChange={setFrom}
        options={[
          {
            value: "approved",
            label: t("history.replay.approved"),
            hint: t("history.replay.approvedHint"),
            disabled: !approved,
          },
          { value: "asked", label: t("history.replay.asked"), hint: t("history.replay.askedHint") },
        ]}
      />
    </Dialog>
  );
}

export function PasteDialog({ onClose }: { onClose: () => void }) {
  const t = useT();
  const { failure, held } = useHeld(onClose);
  const servers = Object.values(useMirror((state) => state.servers));
  const [serverId, setServerId] = useState(servers[0]?.id ?? null);
  const [text, setText] = useState("");
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={t("history.paste.title")}
      intro={t("history.replay.intro")}
      foot={
        <>
          <Button onClick={onClose}>{t("common.cancel")}</Button>
          <Button
            level="primary"
            disabled={serverId === null || text.trim() === ""}
            onClick={() =>
              serverId !== null && void send("history.paste", serverId, text).then(held)
            }
          >
            {t("history.replay.hold")}
          </Button>
        </>
      }
    >
      <Stack gap={16}>
        <FailureBar failure={failure} />
        <Field label={t("common.server")} hint={t("history.paste.serverHint")}>
          {(wiring) => (
            <Select
              {...wiring}
              value={serverId}
              placeholder={t("common.noServersYet")}
              options={servers.map(({ id, name }) => ({ value: id, label: name }))}
              onChange={setServerId}
            />
          )}
        </Field>
        <Field label={t("history.paste.text")} hint={t("history.paste.textHint")}>
          {(wiring) => <TextArea {...wiring} wire rows={12} value={text} onValue={setText} />}
        </Field>
      </Stack>
    </Dialog>
  );
}
