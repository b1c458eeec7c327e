// The name and the version that a server claims, each in its own frame, so that a version without a name is not taken
// for a name.
import { useT } from "#words/index.ts";
import type { Requester } from "#shared/request/life/heldRequest.ts";
import { Quote } from "#kit/text/Quote.tsx";

export function Claims({
  claims: { name, version },
  className,
}: {
  claims: NonNullable<Requester["claims"]>;
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
