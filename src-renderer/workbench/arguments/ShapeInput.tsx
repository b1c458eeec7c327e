// The input for a value's shape, without a label.
import type { Json } from "../../../src-shared/json.ts";
import { useT } from "../../i18n/index.ts";
import { Select } from "../../ui/controls/Select.tsx";
import { GrowingText, JsonText, NumberText } from "./inputs.tsx";
import type { Wiring } from "./inputs.tsx";
import type { Shape } from "./schema.ts";

/** @param required whether an empty input means an empty value or none */
export function ShapeInput({
  shape,
  value,
  required,
  wiring,
  onValue,
}: {
  shape: Shape;
  value: Json | undefined;
  required: boolean;
  wiring: Wiring;
  onValue: (value: Json | undefined) => void;
}) {
  const t = useT();
  const placeholder = required ? "" : t("workbench.form.notSent");
  switch (shape.kind) {
    case "string":
      return (
        <GrowingText
          wiring={wiring}
          value={value}
          placeholder={placeholder}
          // A cleared optional text is omitted; a required one stays as an empty string.
          onValue={(text) => onValue(text === "" && !required ? undefined : text)}
        />
      );
    case "number":
      return (
        <NumberText wiring={wiring} value={value} placeholder={placeholder} onValue={onValue} />
      );
    case "boolean":
      return (
        <ChoiceSelect
          choices={[
            { value: true, label: "true" },
            { value: false, label: "false" },
          ]}
          value={value}
          required={required}
          wiring={wiring}
          onValue={onValue}
        />
      );
    case "choice":
      return (
        <ChoiceSelect
          choices={shape.choices}
          value={value}
          required={required}
          wiring={wiring}
          onValue={onValue}
        />
      );
    case "json":
    case "list":
    case "group":
      return <JsonText wiring={wiring} value={value} placeholder={placeholder} onValue={onValue} />;
  }
}

function ChoiceSelect({
  choices,
  value,
  required,
  wiring,
  onValue,
}: {
  choices: readonly { value: Json; label: string }[];
  value: Json | undefined;
  required: boolean;
  wiring: Wiring;
  onValue: (value: Json | undefined) => void;
}) {
  const t = useT();
  const same = (a: Json | undefined, b: Json): boolean => JSON.stringify(a) === JSON.stringify(b);
  const index = choices.findIndex((choice) => same(value, choice.value));
  return (
    <Select
      {...wiring}
      value={index === -1 ? (value === undefined && !required ? "none" : null) : String(index)}
      placeholder={t("workbench.form.choose")}
      options={[
        ...(required ? [] : [{ value: "none", label: t("workbench.form.notSent") }]),
        ...choices.map((choice, at) => ({ value: String(at), label: choice.label, wire: true })),
      ]}
      onChange={(picked) => onValue(choices[Number(picked)]?.value)}
    />
  );
}
