// The window is isolated: no Node in it, no navigation, no foreign content, and text of a server
// stays text.
import { expect, test } from "../../fixtures.ts";
import { question } from "../../support/puppet.ts";

test("the window has neither Node nor Electron, and only two functions of main", async ({
  openShared,
}) => {
  const { page, app } = await openShared();
  const seen = await page.evaluate(() => ({
    globals: [
      "require",
      "process",
      "module",
      "Buffer",
      "global",
      "__dirname",
      "electron",
      "ipcRenderer",
    ].filter((name) => name in window),
    bridge: Object.keys(window.desk).sort(),
  }));
  expect(seen).toEqual({ globals: [], bridge: ["invoke", "subscribe"] });
  // No menu reloads the window or opens its tools.
  const roles = await app.evaluate(({ Menu }) => {
    const found: string[] = [];
    const walk = (items: Electron.MenuItem[]): void => {
      for (const item of items) {
        found.push(String(item.role ?? ""));
        if (item.submenu) walk(item.submenu.items);
      }
    };
    walk(Menu.getApplicationMenu()?.items ?? []);
    return found;
  });
  expect(roles.filter((role) => /reload|toggledevtools/i.test(role))).toEqual([]);
});

test("the content security policy in the header is exactly the pinned one", async ({
  openShared,
}) => {
  const { page } = await openShared();
  const headers = await page.evaluate(async () => {
    const response = await fetch("index.html");
    return {
      policy: response.headers.get("content-security-policy"),
      sniff: response.headers.get("x-content-type-options"),
    };
  });
  expect(headers).toEqual({
    policy:
      "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' blob:; media-src blob:; font-src 'self'; worker-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-src 'none'; frame-ancestors 'none'; object-src 'none'; require-trusted-types-for 'script'; trusted-types default editorViewLayer domLineBreaksComputer diffEditorWidget diffReview richScreenReaderContent standaloneColorizer tokenizeToString defaultWorkerFactory dompurify",
    sniff: "nosniff",
  });
});

test("the content security policy is in force: neither inline code nor eval runs", async ({
  openShared,
}) => {
  const desk = await openShared();
  const ran = await desk.page.evaluate(() => {
    const refused: string[] = [];
    const attempt = (name: string, act: () => unknown): void => {
      try {
        act();
      } catch {
        refused.push(name);
      }
    };
    attempt("script", () => {
      const script = document.createElement("script");
      script.textContent = "window.inlineRan = true";
      document.head.append(script);
    });
    // An image with an inline handler, as injected markup would have it.
    const holder = document.createElement("div");
    attempt("markup", () => {
      holder.innerHTML = '<img src="blob:nothing" onerror="window.handlerRan = true">';
    });
    attempt("worker", () => new Worker("https://example.invalid/worker.js"));
    attempt("policy", () =>
      Reflect.get(window, "trustedTypes").createPolicy("own", { createHTML: String }),
    );
    return { ran: "inlineRan" in window || "handlerRan" in window, refused };
  });
  expect(ran).toEqual({ ran: false, refused: ["script", "markup", "worker", "policy"] });
  await desk.forgive(
    /inline script|TrustedScript/i,
    /TrustedHTML/,
    /TrustedScriptURL/,
    /TrustedTypePolicy named 'own'/,
  );
});

test("the window cannot reach a network by WebRTC", async ({ openShared, later }) => {
  const [{ createSocket }, { createServer }] = await Promise.all([
    import("node:dgram"),
    import("node:net"),
  ]);
  const reached: string[] = [];
  const stun = createSocket("udp4", () => reached.push("stun"));
  await new Promise<void>((resolve) => stun.bind(0, "127.0.0.1", resolve));
  later(async () => void stun.close());
  const turn = createServer((socket) => {
    reached.push("turn");
    socket.destroy();
  });
  await new Promise<void>((resolve) => turn.listen(0, "127.0.0.1", resolve));
  later(async () => void turn.close());
  const ports = { stun: stun.address().port, turn: (turn.address() as { port: number }).port };
  const desk = await openShared();
  const candidates = await desk.page.evaluate(async (at) => {
    const turns = ["127.0.0.1", "localhost"].map((host) => ({
      urls: `turn:${host}:${at.turn}?transport=tcp`,
      username: "a",
      credential: "b",
    }));
    const iceServers = [{ urls: `stun:127.0.0.1:${at.stun}` }, ...turns];
    const peer = new RTCPeerConnection({ iceServers });
    const found: string[] = [];
    peer.addEventListener("icecandidate", ({ candidate }) => {
      if (candidate !== null) found.push(candidate.candidate);
    });
    peer.createDataChannel("out");
    await peer.setLocalDescription();
    const done = new Promise((resolve) => {
      peer.addEventListener("icegatheringstatechange", () => {
        if (peer.iceGatheringState === "complete") resolve(null);
      });
    });
    // Once it waits for nothing, no more candidates come.
    await Promise.race([done, new Promise((resolve) => setTimeout(resolve, 3000))]);
    peer.close();
    return found;
  }, ports);
  expect(reached).toEqual([]);
  // At most this machine's own name, with ports that nothing can reach.
  expect(candidates.filter((one) => !/ typ host .*/.test(one))).toEqual([]);
});

test("app:// serves the built files only", async ({ openShared }) => {
  const desk = await openShared();
  const statuses = await desk.page.evaluate(async () => {
    const addresses = [
      "app://countersign/index.html",
      "app://countersign/../main/main.js",
      "app://countersign/%2e%2e/main/main.js",
      "app://countersign/..%2f..%2fpackage.json",
      "app://countersign/..%5c..%5cpackage.json",
      "app://countersign/%2fetc%2fpasswd",
      "app://countersign/nothing.js",
      "app://countersign/assets",
      "app://countersign/",
    ];
    const found: Record<string, number | string> = {};
    for (const address of addresses) {
      found[address] = await fetch(address).then(
        async (response) => {
          const body = await response.text();
          return /root:|BrowserWindow|electron-builder/.test(body) ? "leaked" : response.status;
        },
        () => "refused",
      );
    }
    return found;
  });
  const { "app://countersign/index.html": index, ...others } = statuses;
  expect(index).toBe(200);
  expect(others).toEqual(Object.fromEntries(Object.keys(others).map((address) => [address, 404])));
  await desk.forgive(/404/);
});

test("the window opens no other page, window or address", async ({ openShared, later }) => {
  const http = await import("node:http");
  let visits = 0;
  const server = http.createServer((_request, response) => {
    visits += 1;
    response.end("caught");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  later(async () => void server.close());
  const { port } = server.address() as { port: number };
  const desk = await openShared();
  const address = `http://127.0.0.1:${port}/`;
  const opened = await desk.page.evaluate((url) => window.open(url) === null, address);
  expect(opened).toBe(true);
  await desk.page.evaluate(
    (url) =>
      fetch(url).then(
        () => null,
        () => null,
      ),
    address,
  );
  await desk.page.evaluate((url) => {
    const image = new Image();
    const frame = document.createElement("iframe");
    image.src = url;
    frame.src = url;
    document.body.append(image, frame);
    image.remove();
    frame.remove();
  }, address);
  // Last: Playwright treats a denied navigation as still under way.
  await desk.page.evaluate((url) => {
    location.href = url;
  }, address);
  // Once main has responded to this, it has decided about the earlier navigation.
  await desk.call("app.snapshot");
  const pages = await desk.app.evaluate(({ webContents }) =>
    webContents.getAllWebContents().map((contents) => contents.getURL()),
  );
  expect({ pages, visits }).toEqual({ pages: ["app://countersign/index.html"], visits: 0 });
  await desk.forgive(/connect-src|document's Content Security Policy/, /img-src/, /frame-src/);
});

test("an unknown or malformed call to main fails and changes nothing", async ({ openShared }) => {
  const desk = await openShared();
  const answers = await desk.page.evaluate(async () => {
    const invoke = window.desk.invoke as (...args: unknown[]) => Promise<unknown>;
    return Promise.all([
      invoke("shell.run", "ls"),
      invoke("__proto__"),
      invoke("constructor"),
      invoke("servers.add"),
      invoke("servers.add", [{ name: "x", era: "auto", endpoint: { kind: "stdio", command: 7 } }]),
      invoke("servers.add", [
        {
          name: "x",
          era: "auto",
          endpoint: { kind: "http", url: "file:///etc/passwd", headers: [] },
        },
      ]),
      invoke("desk.switch", "loose"),
      invoke("desk.decide", "x", { revision: 0, hash: "" }, { kind: "approve" }),
      invoke("app.snapshot", "more"),
      invoke(null),
    ]);
  });
  for (const answer of answers) {
    expect(answer).toMatchObject({ ok: false, failure: { kind: "invalid-argument" } });
  }
  const { servers, desk: state } = await desk.snapshot();
  expect([servers.filter(({ source }) => source === "stored"), state.masterSwitch]).toEqual([
    [],
    "review",
  ]);
});

test("markup in a prompt stays text: no element, no request, no link", async ({
  openShared,
  puppet,
}) => {
  const server = await puppet();
  const desk = await openShared({ puppet: server.config });
  const evil = [
    '<img src="https://evil.example/x.png" onerror="document.title=\'pwned\'">',
    '<script>document.title="pwned"</script>',
    "[click](javascript:document.title='pwned')",
    '<a href="https://evil.example/">press</a>',
    "![image](https://evil.example/markdown.png)",
  ].join("\n");
  await desk.start("puppet", "work", { topic: '<b id="evil-argument">bold</b>' });
  await server.called();
  server.ask(question(evil, { systemPrompt: '<iframe src="https://evil.example/"></iframe>' }));
  await expect(desk.rows()).toHaveCount(1);
  await expect(desk.review).toContainText("javascript:document.title");
  const found = await desk.page.evaluate(() => ({
    title: document.title,
    evil: document.querySelectorAll(
      'img[src*="evil"], script:not([src]), iframe, a[href*="evil"], a[href^="javascript"], #evil-argument',
    ).length,
    asked: performance.getEntriesByType("resource").filter(({ name }) => name.includes("evil"))
      .length,
  }));
  expect(found).toEqual({ title: "Countersign", evil: 0, asked: 0 });
});

test("a key is never returned to the window, nor stored in plain text", async ({ open }) => {
  const { readdir, readFile } = await import("node:fs/promises");
  const path = await import("node:path");
  const desk = await open();
  const secret = "sk-e2e-0123456789-abcdef-SECRET";
  await desk.do("models.addProvider", {
    name: "Keyed",
    baseUrl: "http://127.0.0.1:9/v1",
    key: secret,
  });
  await desk.addServer({
    name: "guarded",
    era: "auto",
    endpoint: {
      kind: "http",
      url: "http://127.0.0.1:9/mcp",
      headers: [{ name: "Authorization", secret: true, value: `Bearer ${secret}` }],
    },
  });
  expect(JSON.stringify(await desk.snapshot())).not.toContain(secret);
  await desk.close();
  const files = await readdir(desk.profile, { recursive: true, withFileTypes: true });
  const ours = files.filter((file) => file.isFile() && /\.(json|log|db|db-wal)$/.test(file.name));
  expect(ours.map(({ name }) => name)).toContain("servers.json");
  for (const file of ours) {
    const content = await readFile(path.join(file.parentPath, file.name), "latin1");
    expect(content.includes(secret), file.name).toBe(false);
  }
});
