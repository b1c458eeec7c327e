// Whether to look for updates, and what was found.
import type { Settings } from "#shared/settings/settings.ts";
import { send } from "#data/commands.ts";
import { useMirror } from "#data/mirror.ts";
import { Button } from "#kit/controls/Button.tsx";
import { CopyButton } from "#kit/controls/CopyButton.tsx";
import { RadioGroup } from "#kit/controls/RadioGroup.tsx";
import { useAction } from "#kit/hooks/useAction.ts";
import { FailureBar } from "#kit/layout/FailureBar.tsx";
import { Row } from "#kit/layout/Stack.tsx";
import { Quote } from "#kit/text/Quote.tsx";
import { Hint } from "#kit/text/Text.tsx";
import { dayTime, size } from "#kit/text/time.ts";
import { useT } from "#words/index.ts";
import s from "./Settings.module.css";

type Choice = Settings["updates"];

export function Updates({
  choice,
  onChoose,
}: {
  choice: Choice;
  onChoose: (choice: Choice) => void;
}) {
  const t = useT();
  const { host, contact, by, lookedAtMs, isLooking, found, failure } = useMirror(
    (state) => state.updates,
  );
  const { failure: refused, tell } = useAction();
  if (host === null) return <p>{t("updates.none")}</p>;
  const choices =
    by === "app" ? (["never", "tell", "install"] as const) : (["never", "tell"] as const);
  return (
    <div className={s.updates}>
      <RadioGroup
        label={t("updates.label")}
        value={choice}
        onChange={onChoose}
        options={choices.map((value) => ({ value, label: t(`updates.${value}`) }))}
      />
      <Hint>
        {t("updates.from", { host })} {t(`updates.by.${by}`)}
        {contact !== null && ` ${t("updates.contact", { contact })}`}
      </Hint>
      <Row>
        <Button
          size="m"
          disabled={isLooking || found?.state === "downloading"}
          onClick={() => void send("updates.look").then(tell)}
        >
          {t("updates.look")}
        </Button>
        <span role="status">
          {isLooking
            ? t("updates.looking")
            : lookedAtMs === null
              ? t("updates.notLooked")
              : t("updates.looked", { time: dayTime(lookedAtMs) })}{" "}
          {!isLooking &&
            lookedAtMs !== null &&
            found === null &&
            failure === null &&
            t("updates.newest")}
          {found !== null &&
            t(`updates.${found.state}`, {
              version: found.version,
              done: size(t, found.doneBytes),
              total: size(t, found.bytes),
            })}
          {found?.state === "ready" &&
            choice === "install" &&
            by === "app" &&
            ` ${t("updates.atQuit")}`}
        </span>
      </Row>
      {found !== null && (
        <Row>
          {found.bytes > 0 && found.state !== "ready" && (
            <Button
              size="m"
              disabled={found.state === "downloading"}
              onClick={() => void send("updates.download").then(tell)}
            >
              {t("updates.download")}
            </Button>
          )}
          {found.state === "ready" && (
            <Button size="m" onClick={() => void send("updates.install").then(tell)}>
              {t(by === "user" ? "updates.open" : "updates.restart")}
            </Button>
          )}
          <Quote cut>{found.page}</Quote>
          <CopyButton what={t("updates.page")} text={() => found.page} />
        </Row>
      )}
      <FailureBar failure={refused ?? failure} tone="warn" />
    </div>
  );
}
