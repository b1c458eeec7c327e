// A pane that can fail alone, as for a request with odd values: it says so, and all else of the window works.
import type { ReactNode } from "react";
import { useT } from "#words/index.ts";
import { NEXT_PENDING, useAllActions } from "#data/actions.ts";
import { Button } from "#kit/controls/Button.tsx";
import { Empty } from "#kit/layout/Empty.tsx";
import { ErrorBoundary } from "#kit/layout/ErrorBoundary.tsx";
import type { FailedProps } from "#kit/layout/ErrorBoundary.tsx";
import { Quote } from "#kit/text/Quote.tsx";

/** @param of what the pane shows: after an error, another one is drawn anew */
export function Pane({ of, children }: { of: unknown; children: ReactNode }) {
  return (
    <ErrorBoundary of={of} failed={Failed}>
      {children}
    </ErrorBoundary>
  );
}

function Failed({ error, onAgain }: FailedProps) {
  const t = useT();
  const next = useAllActions().find(({ id }) => id === NEXT_PENDING);
  return (
    <div role="alert" data-failed="">
      <Empty
        title={t("shell.failed.title")}
        action={
          <>
            <Button onClick={onAgain}>{t("shell.failed.again")}</Button>
            {next !== undefined && next.disabled !== true && (
              <Button keys={next.keys} onClick={next.run}>
                {next.label}
              </Button>
            )}
          </>
        }
      >
        {t("shell.failed.text")} <Quote>{wordsOf(error)}</Quote>
      </Empty>
    </div>
  );
}

/** Values of the request can be in it. */
const wordsOf = (error: unknown): string =>
  error instanceof Error ? `${error.name}: ${error.message}` : typeof error;
