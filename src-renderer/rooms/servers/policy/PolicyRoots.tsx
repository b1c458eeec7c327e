// The folders shared with the server, added with a system dialog.
import { useState } from "react";
import type { SharedRoot } from "#shared/servers/policy/policy.ts";
import { send } from "#data/commands.ts";
import { useT } from "#words/index.ts";
import { Button, IconButton } from "#kit/controls/Button.tsx";
import { CloseIcon, PlusIcon } from "#kit/controls/icons.ts";
import { Quote } from "#kit/text/Quote.tsx";
import { Fact } from "../panel/Fact.tsx";
import { folderOf } from "./policyForm.ts";
import { Row, Stack } from "#kit/layout/Stack.tsx";
import { Hint } from "#kit/text/Text.tsx";
import s from "./Policy.module.css";

export function PolicyRoots({
  roots,
  onRoots,
}: {
  roots: readonly SharedRoot[];
  onRoots: (roots: SharedRoot[]) => void;
}) {
  const t = useT();
  const [known, setKnown] = useState(false);
  const add = async (): Promise<void> => {
    const picked = await send("servers.pickFolder");
    if (!picked.ok || picked.value === null) return;
    const { value } = picked;
    const twice = roots.some(({ uri }) => uri === value.uri);
    setKnown(twice);
    if (!twice) onRoots([...roots, value]);
  };
  return (
    <Fact label={t("policy.roots")}>
      {roots.length === 0 ? (
        <p className="xs ink2">{t("policy.noRoots")}</p>
      ) : (
        <Stack as="ul" gap={2}>
          {roots.map(({ uri }) => (
            <Row as="li" gap={4} key={uri}>
              <Quote cut>{folderOf(uri)}</Quote>
              <IconButton
                icon={CloseIcon}
                label={t("policy.removeRoot", { name: folderOf(uri) })}
                onClick={() => onRoots(roots.filter((other) => other.uri !== uri))}
              />
            </Row>
          ))}
        </Stack>
      )}
      <p className={s.add}>
        <Button size="s" level="plain" icon={PlusIcon} onClick={() => void add()}>
          {t("policy.addRoot")}
        </Button>
        <span role="status">{known ? t("policy.known") : ""}</span>
      </p>
      <Hint below>{t("policy.rootsHint")}</Hint>
    </Fact>
  );
}
