// Lets Enter in a one-line field do what the dialog's own button does; never while an input method composes.
import type { ReactNode } from "react";

/** @param label what Enter does, as the button says it */
export function SubmitForm({
  label,
  onSubmit,
  children,
}: {
  label: string;
  onSubmit: () => void;
  children: ReactNode;
}) {
  return (
    <form
      noValidate
      style={{ display: "contents" }}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {children}
      {/* A form with several fields takes Enter only where it has a button of its own. */}
      <button type="submit" hidden aria-label={label} />
    </form>
  );
}
