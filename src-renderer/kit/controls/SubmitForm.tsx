// A form around the fields of a dialog, so that Enter does what the dialog's primary button does.
import type { ReactNode } from "react";

/** @param label the label of that button */
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
      {/* With several fields, Enter submits only if the form has a submit button. */}
      <button type="submit" hidden aria-label={label} />
    </form>
  );
}
