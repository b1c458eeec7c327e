// A failure as a bar: texts from the catalogue, external messages quoted.
import type { ReactNode } from "react";
import type { Failure } from "#shared/outcome.ts";
import { useFailureText } from "#words/failure.tsx";
import { Bar } from "./Bar.tsx";
import { Quote } from "../text/Quote.tsx";

interface Props {
  tone?: "danger" | "warn" | "info";
  actions?: ReactNode;
  quiet?: boolean;
  /** Further details (when, how often), shown before the text sent and the next step. */
  children?: ReactNode;
}

/** Nothing while there is no failure. */
export function FailureBar({ failure, ...rest }: Props & { failure: Failure | null }) {
  return failure === null ? null : <Shown failure={failure} {...rest} />;
}

function Shown({
  failure,
  tone = "danger",
  actions,
  quiet = false,
  children,
}: Props & { failure: Failure }) {
  const text = useFailureText(failure);
  return (
    <Bar tone={tone} title={text.what} actions={actions} quiet={quiet}>
      {children} {text.sent} {text.next}
      {text.quote !== "" && (
        <>
          {" "}
          <Quote cut>{text.quote}</Quote>
        </>
      )}
    </Bar>
  );
}
