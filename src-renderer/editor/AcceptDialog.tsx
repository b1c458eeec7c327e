// Shows what another program changed in files, one file at a time, and asks the user to accept it.
import { useT } from "#words/index.ts";
import type { Failure, Outcome } from "#shared/outcome.ts";
import { Button } from "#kit/controls/Button.tsx";
import { Dialog } from "#kit/overlays/Dialog.tsx";
import { FailureBar } from "#kit/layout/FailureBar.tsx";
import { Visible } from "#kit/text/Quote.tsx";
import { SectionHeading } from "#kit/layout/Section.tsx";
import { DiffBlock } from "./DiffBlock.tsx";
import { useAction } from "#kit/hooks/useAction.ts";
import { useAsked } from "#kit/hooks/useAsked.ts";

/** Null on a side: the file did not exist then, does not exist now, or its old content is unknown. */
export interface Difference {
  before: string | null;
  now: string | null;
}

interface Props {
  intro: string;
  files: readonly string[];
  load(file: string): Promise<Outcome<Difference, Failure>>;
  accept(): Promise<Outcome<null, Failure>>;
  onClose(): void;
}

export function AcceptDialog({ intro, files, load, accept, onClose }: Props) {
  const t = useT();
  const { failure, tell } = useAction();
  const take = async (): Promise<void> => {
    const result = await accept();
    if (tell(result)) onClose();
  };
  return (
    <Dialog
      open
      full
      onClose={onClose}
      title={t("common.accept.title", { count: files.length })}
      intro={intro}
      foot={
        <>
          <Button onClick={onClose}>{t("common.notNow")}</Button>
          <Button level="primary" onClick={() => void take()}>
            {t("common.accept.accept")}
          </Button>
        </>
      }
    >
      <FailureBar failure={failure} />
      {files.map((file) => (
        <FileDiff key={file} file={file} load={load} />
      ))}
    </Dialog>
  );
}

function FileDiff({ file, load }: { file: string; load: Props["load"] }) {
  const t = useT();
  const read = useAsked(file, () => load(file));
  return (
    <section>
      <SectionHeading>
        <Visible text={file} />
      </SectionHeading>
      {read?.ok === false && <FailureBar failure={read.failure} />}
      {read?.ok === true && (
        <>
          {read.value.before === null && <p className="ink2">{t("common.accept.unknown")}</p>}
          {read.value.now === null && <p className="ink2">{t("common.accept.gone")}</p>}
          <DiffBlock
            identity={`accept ${file}`}
            original={read.value.before ?? ""}
            modified={read.value.now ?? ""}
            language="json"
            label={t("common.accept.diff", { file })}
          />
        </>
      )}
    </section>
  );
}
