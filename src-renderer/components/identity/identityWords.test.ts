// Which changes of a server are said together: a script that lies elsewhere is one fact with the command that names it.
import { expect, it } from "vitest";
import type { IdentityChange } from "../../../src-shared/servers/identity/identity.ts";
import { shownTogether } from "./identityWords.ts";

const command: IdentityChange = { kind: "command", before: "node /w/a.js", after: "node /x/a.js" };
const moved = { kind: "moved", before: "/w/a.js", after: "/x/a.js", sha256: "s1" } as const;
const other: IdentityChange = { kind: "script", path: "/w/b.js", before: "s2", after: "s3" };

it("says a moved script with the command, and every other change by itself", () => {
  expect(shownTogether([command, moved, other])).toEqual([
    { change: command, moved: [moved] },
    { change: other, moved: [] },
  ]);
});

it("says a moved script by itself where the command names it as before", () => {
  expect(shownTogether([moved, other])).toEqual([
    { change: moved, moved: [] },
    { change: other, moved: [] },
  ]);
});
