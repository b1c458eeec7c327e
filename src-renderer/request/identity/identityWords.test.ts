// Which changes of a server are shown together: a moved script is one change with the command that names it.
import { expect, it } from "vitest";
import type { IdentityChange } from "#shared/servers/identity/identity.ts";
import { shownTogether } from "./identityWords.ts";

const command: IdentityChange = { kind: "command", before: "node /w/a.js", after: "node /x/a.js" };
const moved = { kind: "moved", before: "/w/a.js", after: "/x/a.js", sha256: "s1" } as const;
const other: IdentityChange = { kind: "script", path: "/w/b.js", before: "s2", after: "s3" };

it("groups a moved script with its command, and keeps other changes apart", () => {
  expect(shownTogether([command, moved, other])).toEqual([
    { change: command, moved: [moved] },
    { change: other, moved: [] },
  ]);
});

it("keeps a moved script apart if the command is unchanged", () => {
  expect(shownTogether([moved, other])).toEqual([
    { change: moved, moved: [] },
    { change: other, moved: [] },
  ]);
});
