// Several values as JSON, each under its heading: what would be sent, and what was asked.
import { Fragment } from "react";
import { Paper } from "#kit/text/Paper.tsx";
import { Heading } from "#request/document/Heading.tsx";

export function JsonPapers({ of }: { of: readonly { label: string; value: unknown }[] }) {
  return of.map(({ label, value }) => (
    <Fragment key={label}>
      <Heading>
        <b>{label}</b>
      </Heading>
      <Paper text={JSON.stringify(value, null, 2)} label={label} />
    </Fragment>
  ));
}
