// The files that an action would change: each as a diff of what is on disk now against what it would be, and the texts
// that are put in, which alone can be edited.
import { useMemo } from "react";
import type { ReactNode } from "react";
import { lineCounts } from "#shared/agents/changes.ts";
import type { Replacement } from "#shared/agents/agent.ts";
import { DiffBlock } from "#editor/index.ts";
import { useT } from "#words/index.ts";
import type { T } from "#words/index.ts";
import { LinkButton } from "#kit/controls/Button.tsx";
import { Icon } from "#kit/controls/Icon.tsx";
import { ByHandIcon, LockIcon } from "#kit/controls/icons.ts";
import { LineCounts } from "#kit/text/LineCounts.tsx";
import { Paper } from "#kit/text/Paper.tsx";
import { Quote } from "#kit/text/Quote.tsx";
import { size } from "#kit/text/time.ts";
import { Heading } from "#request/document/Heading.tsx";
import { useElementPlace } from "#request/document/places.ts";
import { InputText, linesIn } from "./ActionPaper.tsx";
import type { PaperProps } from "./ActionPaper.tsx";
import type { Files } from "./useFiles.ts";
import type { Applied } from "./applied.ts";
import { fileOf } from "./about.ts";
import s from "./Action.module.css";

interface Props extends PaperProps {
  files: Files;
  applied: readonly Applied[];
  sideBySide: boolean;
  /** The texts that are put in are shown beneath. */
  open: boolean;
  onOpen: (open: boolean) => void;
}

export function FileChanges(props: Props) {
  const { id, about, edited, files, applied, open, onOpen } = props;
  const t = useT();
  const { action } = about;
  const patch = action.kind === "edit" ? action.patch : undefined;
  if (action.kind === "write" && fileOf(about.request, action.path)?.state === "absent") {
    return (
      <InputText
        id={`${id} file`}
        name={<Quote bare>{action.path}</Quote>}
        hint={`${t("common.countLines", { count: linesIn(action.content.text) })}, ${t("action.noFile")}`}
        text={action.content}
        about={about}
        change={edited.change}
      />
    );
  }
  const isLocked = edited.change === undefined;
  return (
    <>
      {files.texts === null && (
        <p className={s.note}>{t(files.failed ? "action.notRead" : "action.loading")}</p>
      )}
      {applied.map((one) => (
        <FileChange key={one.change.path} {...props} one={one} />
      ))}
      <Heading>
        <LinkButton aria-expanded={open} onClick={() => onOpen(!open)}>
          {t(open ? "action.hideTexts" : isLocked ? "action.showTexts" : "action.editTexts")}
        </LinkButton>
        <span className={s.end}>
          <Icon of={isLocked ? LockIcon : ByHandIcon} />
          {isLocked ? t("action.locked", { agent: about.table.name }) : t("action.editable")}
        </span>
      </Heading>
      {open && patch !== undefined && (
        <InputText
          id={`${id} patch`}
          name={t("action.patch")}
          text={patch}
          about={about}
          change={edited.change}
        />
      )}
      {open && patch === undefined && <Texts {...props} />}
    </>
  );
}

function FileChange({ id, about, edited, one, sideBySide }: Props & { one: Applied }) {
  const t = useT();
  const { change, file, before, result } = one;
  const counts = useMemo(() => lineCounts(file?.diff ?? ""), [file?.diff]);
  const after = result !== "unseen" && "after" in result ? result.after : null;
  const index = about.request.files.findIndex(({ path }) => path === change.path);
  const place = useElementPlace(["files", index]);
  const label = `${change.path}, ${t("action.onDisk")}`;
  return (
    <div ref={place} tabIndex={-1} className={s.place}>
      <Heading>
        <b>
          <Quote bare>{change.path}</Quote>
        </b>
        {file?.isLinked === true && (
          <>
            <span>{t("action.leadsTo")}</span> <Quote cut>{file.real}</Quote>
          </>
        )}
        {change.kind === "patch" && change.moveTo !== undefined && (
          <>
            <span>{t("action.moved")}</span>
            <Quote cut>{change.moveTo}</Quote>
          </>
        )}
        <span>{legendOf(t, one)}</span>
        {!edited.isEdited && <LineCounts {...counts} />}
      </Heading>
      {stateNote(t, one)}
      {change.kind === "patch" && change.moveTo !== undefined && (
        <MovedTo about={about} path={change.moveTo} />
      )}
      {after !== null && before === null && <Paper text={after} label={change.path} />}
      {after !== null && before !== null && (
        <DiffBlock
          identity={`${id} ${change.path} ${sideBySide}`}
          original={before}
          modified={after}
          language="plaintext"
          sideBySide={sideBySide}
          folds
          label={label}
        />
      )}
      {/* At another desk of the team the text isn't there, so what an edit makes of it can't be shown. */}
      {result === "unseen" && file?.diff !== undefined && !edited.isEdited && (
        <Paper text={file.diff} label={label} />
      )}
      {change.kind === "delete" && before !== null && <Paper text={before} label={change.path} />}
    </div>
  );
}

function legendOf(t: T, { change, file }: Applied): string {
  if (change.kind === "delete") return t("action.deleted");
  const isNew = file?.state === "absent" && change.kind === "add";
  return t(isNew ? "action.noFile" : "action.onDisk");
}

function MovedTo({ about, path }: { about: Props["about"]; path: string }) {
  const t = useT();
  const to = fileOf(about.request, path);
  return to === undefined || to.state === "absent" ? null : (
    <p className={s.note}>
      <Quote>{to.real}</Quote> {t("action.effect.overwrites")}
    </p>
  );
}

/** Why there is no diff, or how the change can't be made. */
function stateNote(t: T, { file, result }: Applied): ReactNode {
  const state = file?.state;
  if (state === undefined) return <p className={s.note}>{t("action.notRead")}</p>;
  if (result === "unseen" && state !== "text" && state !== "absent")
    return (
      <p className={s.note}>{t(`action.state.${state}`, { size: size(t, file?.bytes ?? 0) })}</p>
    );
  if (result === "unseen")
    return file?.diff === undefined && <p className={s.note}>{t("action.notRead")}</p>;
  if ("after" in result) return null;
  return <p className={s.note}>{t(`action.fault.${result.fault}`)}.</p>;
}

/** What is put in at each place, one after the other. */
function Texts({ id, about, edited }: Props) {
  const t = useT();
  const { action } = about;
  const all: Replacement[] =
    action.kind === "edit"
      ? action.changes.flatMap((change) => (change.kind === "replace" ? change.replacements : []))
      : [];
  if (action.kind === "write") {
    return (
      <InputText
        id={`${id} content`}
        name={t("action.replaced")}
        text={action.content}
        about={about}
        change={edited.change}
      />
    );
  }
  return all.map(({ to, all: everywhere }, index) => (
    <InputText
      key={to.at.join(" ")}
      id={`${id} ${to.at.join(" ")}`}
      name={all.length === 1 ? t("action.replaced") : t("action.replacedOf", { number: index + 1 })}
      {...(everywhere ? { hint: t("action.everyPlace") } : {})}
      text={to}
      about={about}
      change={everywhere ? undefined : edited.change}
    />
  ));
}
