// A holder in a process of its own, to be killed: it publishes one request after another and prints each.
import { Member } from "./member.ts";
import { TeamStore } from "../store.ts";

const url = process.argv[2] ?? "";
const store = new TeamStore({
  address: { url },
  label: "holder",
  mediumText: () => null,
  listener: {
    connectionChanged: (now) => void (now.kind === "online" && publishAll()),
    requestsChanged: () => undefined,
    modeChanged: () => undefined,
    policyChanged: () => undefined,
  },
});

async function publishAll(): Promise<void> {
  const member = new Member(store, "serve");
  for (let count = 0; count < 1000; count += 1) {
    const id = `held-${count}`;
    const done = await member.publish(id);
    process.stdout.write(`${id} ${done.ok}\n`);
  }
}
