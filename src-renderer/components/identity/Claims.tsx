// What a server calls itself: its name and its version each in a frame of its own, so that a version beside no name is
// not read as one.
import { useT } from "../../i18n/index.ts";
import type { Asker } from "../../../src-shared/sampling/life/sample.ts";
import { Quote } from "../../ui/text/Quote.tsx";

export function Claims({
  claims: { name, version },
  className,
}: {
  claims: NonNullable<Asker["claims"]>;
  className?: string | undefined;
}) {
  const t = useT();
  return (
    <>
      {name === "" ? t("identity.noName") : <Quote className={className}>{name}</Quote>}
      {version !== undefined && version !== "" && (
        <>
          {" "}
          <Quote className={className}>{version}</Quote>
        </>
      )}
    </>
  );
}
