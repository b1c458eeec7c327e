// Other people's servers through the real app: held, approved, edited, refused, given up, connected again.
import { test } from "../fixtures.ts";
import { nameOf } from "./subject.ts";
import { subjects } from "./subjects.ts";
import { begin, walkThrough } from "./walk.ts";

for (const subject of subjects) {
  test(nameOf(subject), async ({ open, later }) => {
    test.setTimeout(90_000);
    await walkThrough(await begin(subject, { open, later }));
  });
}
