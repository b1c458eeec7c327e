import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { readFileSync, realpathSync } from "node:fs";
import net from "node:net";
import process from "node:process";
import { expect, it } from "vitest";
import { callerProgram } from "./callerProgram.ts";

async function connectedBy(command: string, args: string[]) {
  const server = net.createServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as net.AddressInfo;
  const child = spawn(command, [...args, String(port)], { stdio: "ignore" });
  const [socket] = (await once(server, "connection")) as [net.Socket];
  return {
    socket,
    async close() {
      child.kill();
      socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

it.runIf(process.platform === "linux")(
  "finds the executable of the process at the other end, and its digest",
  async () => {
    const script = `require("net").connect(Number(process.argv[1]), "127.0.0.1")`;
    const { socket, close } = await connectedBy(process.execPath, ["-e", script]);
    const path = realpathSync(process.execPath);
    const sha256 = createHash("sha256").update(readFileSync(path)).digest("hex");
    expect(await callerProgram(socket)).toEqual({ path, sha256 });
    // The same end of the connection once more, from what is known of the file.
    expect(await callerProgram(socket)).toEqual({ path, sha256 });
    await close();
  },
);

it("says nothing of a connection that nobody holds, or that is not there", async () => {
  expect(await callerProgram({ remotePort: 1, localPort: 2 })).toBeNull();
  expect(await callerProgram({})).toBeNull();
});

it("says nothing where there is no such list", async () => {
  expect(await callerProgram({ remotePort: 1, localPort: 2 }, "/nowhere")).toBeNull();
});
