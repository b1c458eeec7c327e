// Every failure in words: what happened, what was or was not sent, what to do next. Foreign words
// (a provider's message, a path) never stand inside these sentences; they follow in a quote.
import { shared } from "./common.ts";

const theFileCantBeRead = "The file can’t be read.";
const reportItWithTheLog = "Report it with the log file.";
const waitAMomentOrChoose = "Wait a moment, or choose another model.";
const tryAgainOrChooseAnother = "Try again, or choose another model.";
const registerAnAppThereYourself = "Register an app there yourself, and enter its client ID below.";
const itMayBeTamperedWith = "If this stays so, somebody may be tampering with it: report it.";
const theCallWasntRepeated = "The call wasn’t repeated.";

export const failures = {
  brokenOff:
    "The text received so far is below and may be incomplete. Send it as is, complete it, or generate again.",
  what: {
    stale: "This changed while you were deciding.",
    "read-again": {
      changed: "What this is about has changed since it came.",
      failed: "What this is about couldn’t be read again.",
    },
    "desk-stopped": "Everything, or this server, is stopped.",
    "over-budget": "This exceeds a budget.",
    "findings-unseen_one": "{{count, number}} serious finding has not been reviewed.",
    "findings-unseen_other": "{{count, number}} serious findings have not been reviewed.",
    "not-found": {
      sample: "This request no longer exists.",
      server: "This server is no longer configured.",
      model: "This model is no longer available.",
      provider: "This provider is no longer configured.",
      run: "This call no longer exists.",
      media: "This image or audio no longer exists.",
      message: "This message is no longer kept.",
      context: "This piece of context is no longer available.",
      question: "This question no longer exists.",
      program: "This program no longer exists.",
      agent: "This agent isn’t set up.",
    },
    "no-model": "No model is selected.",
    "not-for-this-server": "This server isn’t allowed to use this model.",
    "switched-off": "This model is turned off.",
    "ledger-key-missing":
      "The audit log is encrypted, and its key isn’t in this system’s keychain.",
    "ledger-not-converted": {
      encrypt: "The audit log couldn’t be encrypted and is unchanged.",
      decrypt: "The audit log couldn’t be decrypted and is unchanged.",
      update: "The audit log couldn’t be updated to this version and is unchanged.",
    },
    "ledger-no-room": {
      encrypt: "There isn’t enough disk space to encrypt the audit log.",
      decrypt: "There isn’t enough disk space to decrypt the audit log.",
      update: "There isn’t enough disk space to update the audit log to this version.",
    },
    "ledger-begun-anew": "The audit log’s file was missing or empty, so a new one was started.",
    "ledger-lost-rows":
      "Row {{seq, number}} of the audit log, which Countersign had signed, is missing. The last row at startup was {{found, number}}.",
    "ledger-unvouched": {
      "no-key":
        "The key that signs the audit log was missing, so rows {{first, number}} to {{last, number}} can’t be verified.",
      unsigned: "Rows {{first, number}} to {{last, number}} of the audit log weren’t signed.",
      "other-program":
        "Another program changed the audit log while Countersign was running, so rows {{first, number}} to {{last, number}} can’t be verified.",
    },
    "ledger-not-signed":
      "Row {{seq, number}} of the audit log isn’t what was written. Nothing more is signed until you restart.",
    "ledger-unreadable": "The audit log couldn’t be read for verification.",
    "ledger-damaged": "The audit log’s file is partly damaged.",
    "requests-damaged_one":
      "{{count, number}} earlier request can’t be shown: its rows in the audit log are damaged.",
    "requests-damaged_other":
      "{{count, number}} earlier requests can’t be shown: their rows in the audit log are damaged.",
    "drafts-damaged_one":
      "Your draft for {{count, number}} earlier request can’t be read: the drafts file is damaged.",
    "drafts-damaged_other":
      "Your drafts for {{count, number}} earlier requests can’t be read: the drafts file is damaged.",
    "content-forgotten": "This request’s content was deleted.",
    "setup-incomplete": "Only some of the files (✓) were changed.",
    "host-file-not-written": "The config file couldn’t be changed.",
    "relay-needs-node": "No Node.js was found on this computer.",
    "port-taken": "Port {{port}} is taken by another program: {{detail}}.",
    "gateway-closed": "Agents can’t connect to Countersign.",
    "page-not-opened": "No browser opened the page.",
    "pasted-not-request": "The pasted text isn’t a sampling request.",
    "without-model": "No model answers this kind of request.",
    "no-certain-call": "It’s unknown which call led to this request.",
    busy: "Another read or write is in progress.",
    "history-unavailable": "History can’t be read right now.",
    "not-recorded": "The audit log can’t be written.",
    "invalid-document_one": "{{count, number}} validation error prevents sending.",
    "invalid-document_other": "{{count, number}} validation errors prevent sending.",
    "not-redactable": "A value can’t be redacted.",
    "invalid-argument": "Internal error: invalid argument.",
    "not-confirmed": "You didn’t confirm this.",
    "forbidden-sender": "A page outside Countersign requested this and was blocked.",
    "secrets-unavailable": "This system has no keychain.",
    internal: "Internal error in Countersign.",
    "model-unreachable": "The model’s provider can’t be reached.",
    "model-certificate": {
      "unknown-issuer":
        "The provider’s certificate was issued by an authority that Countersign doesn’t trust. Nothing was sent to it.",
      expired: "The provider’s certificate has expired. Nothing was sent to it.",
      "not-yet-valid":
        "The provider’s certificate isn’t valid yet, or this machine’s clock is wrong. Nothing was sent to it.",
      "wrong-name": "The provider’s certificate is for another name. Nothing was sent to it.",
      revoked: "The provider’s certificate has been revoked. Nothing was sent to it.",
      other: "The provider’s certificate can’t be trusted. Nothing was sent to it.",
    },
    "model-proxy": {
      unreachable: "The proxy can’t be reached.",
      login: "The proxy requires a user name and password.",
      scheme:
        "The proxy only supports sign-in by {{schemes}}. Countersign supports Basic, but not NTLM or Kerberos.",
      refused: "The proxy blocked the request to the provider.",
      unreadable: "The proxy address is invalid.",
    },
    "model-proxy-refused": "The proxy blocked the request ({{status}}).",
    "model-redirect":
      "The provider’s address redirects elsewhere. Countersign didn’t follow it: your key and text would be sent along.",
    "model-no-variable": "The environment variable for the key isn’t set.",
    "model-variable-elsewhere":
      "The environment variable for the key wasn’t chosen for this address, so it wasn’t read.",
    "model-key-unusable": "The key contains spaces, line breaks or other invalid characters.",
    "model-no-key": "This provider requires a key, and none is set.",
    "model-wrong-key": "The provider doesn’t accept the key ({{status}}).",
    "model-forbidden": "The provider doesn’t allow this key to use this model ({{status}}).",
    "model-no-credit": "The account at this provider has no credit left ({{status}}).",
    "model-overloaded": "The provider is overloaded or unavailable ({{status}}).",
    "model-overloaded-until":
      "The provider is overloaded or unavailable ({{status}}). It asks you to wait {{time}}.",
    "model-filtered": "A content filter blocked the response.",
    "model-too-large": "The request is larger than this provider accepts.",
    "model-interrupted": "The response was cut off before it was complete.",
    "model-desk-ended":
      "Countersign ended while the model was generating. The text generated so far is lost.",
    "model-rate-limited": "The provider accepts no more requests for now.",
    "model-rate-limited-until": "The provider accepts no more requests for {{time}}.",
    "model-context-too-long": "The request is too long for this model.",
    "model-context-too-long-by":
      "The request is {{over, number}} tokens too long for this model: it needs {{needed, number}}, and the limit is {{limit, number}}.",
    "model-gone": "The provider no longer has this model.",
    "model-held-back": {
      model: "The desk that received the request doesn’t allow this model.",
      budget: "The request would exceed a budget of the desk that received the request.",
      stopped: "The team, or the desk that received the request, was stopped.",
      votes: "Two people have to approve the request.",
      distrusted: "The approval doesn’t match its document, so nothing was sent.",
      undone: "The response was stopped, or the request ended, before that desk read the approval.",
    },
    "team-offline": "The team’s database can’t be reached.",
    "team-refused": {
      unknown: "The team’s database doesn’t have this request.",
      known: "The team’s database already has this request.",
      stale: "The request has changed meanwhile.",
      ended: "The request has ended meanwhile.",
      leased: "Somebody else is editing this request.",
      "lease-lost": "Your time to edit has run out, and nothing was sent.",
      "not-holder": "Only the desk that received the request can do this.",
      "holder-alive": "The desk that received the request is still running.",
      stopped: "The team is stopped.",
      "needs-votes": "Two people have to approve this request.",
      "own-request": "Your own desk received this request, so you can’t vote on it.",
      "already-voted": "You have already voted.",
      "vote-stale": "What you voted for is no longer proposed.",
      "over-budget": "The request would exceed a budget of the team.",
      "login-full": "Your login has as many requests, or as much data, open in the team as it may.",
      open: "The request hasn’t ended yet.",
      "session-over": "This desk’s session with the team was ended.",
      malformed: "The team’s database refused this.",
    },
    "team-forbidden": "Your login isn’t allowed to do this.",
    "team-login": "The team’s database doesn’t accept the login or the password.",
    "team-certificate": "The certificate of the team’s database couldn’t be verified.",
    "team-address": {
      unreadable: "The address of the team’s database isn’t valid.",
      "no-database": "The address names no login or no database.",
      plain: "Without TLS, anyone on the network could read everything.",
    },
    "team-too-old": "The team’s database is PostgreSQL {{version}}. Countersign needs 15 or newer.",
    "team-schema": {
      none: "The database isn’t set up for a team yet.",
      other: "The database was set up by another version ({{found}}, not {{wanted}}).",
    },
    "team-busy": "Another session has locked the team’s tables.",
    "team-other": "The team’s database reports a problem.",
    "team-entry-skipped":
      "An entry by {{login}} in the team’s database couldn’t be read. It counts for nothing.",
    "model-timeout": {
      connect: "The provider didn’t respond within {{seconds, number}} s.",
      "first-token": "The model generated nothing within {{seconds, number}} s.",
      idle: "The model stopped generating: nothing arrived for {{seconds, number}} s.",
    },
    "model-malformed-answer": "The model returned an invalid response.",
    "model-unsupported-content": "This model doesn’t support part of the request.",
    "model-unsupported-content-no-tools-in-template":
      "This model’s chat template doesn’t support tools.",
    "model-unsupported-content-turn-marker":
      "The request contains text that this model reads as the start or end of a message.",
    "model-engine-crashed": "The process that runs the local model crashed.",
    "model-load-crashed": "The process that runs local models crashed while loading this one.",
    "model-engine-killed": "The system stopped the process that ran the local model.",
    "model-memory":
      "The local model needs about {{needed}} of memory, but only {{available}} is free. It wasn’t loaded.",
    "model-file-missing": "The model file no longer exists.",
    "model-file-changed": "The model file was changed or damaged while in use.",
    "model-template-stuck": "The model’s chat template didn’t finish within {{seconds, number}} s.",
    "model-unsupported-platform": "Local models don’t run on this system.",
    "model-file-invalid": "The model file can’t be used.",
    "model-other": "The model returned no response.",
    "model-other-status": "The model returned no response ({{status}}).",
    "server-command-not-found": "The command wasn’t found on this machine.",
    "server-folder-not-found": "The working folder doesn’t exist.",
    "server-not-startable": "The command couldn’t be started.",
    "server-exited": "The server’s process exited after {{time}} with code {{code}}.",
    "server-exited-signal": "The server’s process was ended after {{time}} by signal {{signal}}.",
    "server-closed-output": "The server closed its output after {{time}}.",
    "server-unreachable": "The address can’t be reached.",
    "server-unauthorised": "The server requires different credentials ({{status}}).",
    "server-http-status": "The server responded with status {{status}}.",
    "server-redirects":
      "The server’s address redirects to another server. Countersign didn’t follow it: your headers would be sent along.",
    "server-forgot-session": "The session with the server expired.",
    "server-silent":
      "The server didn’t respond to “initialize” within {{time}}. The connection was closed, and any process started for it was ended.",
    "server-byte-order-mark":
      "The server’s output starts with a byte order mark (U+FEFF), so its messages aren’t valid JSON. The connection was closed, and any process started for it was ended.",
    "server-refused-initialize": "The server refused the connection.",
    "server-bad-answer": "The server’s response isn’t MCP.",
    "server-connection-lost": "The connection to the server was lost.",
    "sign-in-no-metadata": "The server requires a sign-in but doesn’t say where.",
    "sign-in-bad-metadata": "The server’s sign-in metadata can’t be used.",
    "sign-in-unreachable": "An address needed for the sign-in can’t be reached.",
    "sign-in-private-address": "The sign-in leads to a private network that the server isn’t in.",
    "sign-in-not-encrypted": "The sign-in wouldn’t be encrypted.",
    "sign-in-other-resource": "The server asks for a token for a different resource.",
    "sign-in-other-issuer": "The response comes from a different issuer.",
    "sign-in-issuer-slash": "The issuer’s name has a slash at its end that the server leaves out.",
    "sign-in-no-pkce": "The issuer doesn’t protect app sign-ins (PKCE with S256).",
    "sign-in-no-registration": "The issuer doesn’t let apps register automatically.",
    "sign-in-registration-refused": "The issuer refused to register Countersign ({{status}}).",
    "sign-in-no-listener": "Countersign couldn’t listen for the browser’s response.",
    "sign-in-timeout": "The browser didn’t respond within {{time}}.",
    "sign-in-state-mismatch": "Within {{time}}, only responses to other sign-ins arrived.",
    "sign-in-denied": "The sign-in wasn’t completed on the issuer’s page.",
    "sign-in-token-refused": "The issuer didn’t grant a token.",
    "sign-in-still-refused": "The server doesn’t accept the new sign-in either ({{status}}).",
    "sign-in-not-kept": "The sign-in couldn’t be saved.",
    "file-set-aside": "A file in this profile was damaged and has been set aside.",
    "retention-unsure":
      "The list of servers was damaged, including their own retention settings, so nothing is deleted.",
    "hook-decided-alone":
      "While Countersign didn’t answer, hooks of agents refused actions or let them pass.",
    "action-differs": "What the agent’s tool ran, or a file after it, isn’t what you approved.",
    "action-ran-anyway":
      "The agent says that an action has run although it was rejected, or not decided yet.",
    "call-not-arrived":
      "An agent’s tool call was left to the gateway, and has run without coming there.",
    "agent-not-held": "A check of an agent’s hook found a way past Countersign.",
    "agent-changed": {
      record:
        "{{agent}}: another program changed what Countersign knows of its hook, or there is no keychain.",
      "entry-gone": "{{agent}} no longer has Countersign’s hook.",
      "entry-changed": "Countersign’s hook in {{agent}}’s config was changed.",
      "hooks-off": "{{agent}}’s config turns its hooks off.",
      script: "The script of {{agent}}’s hook, or a file beside it, was changed.",
      socket: "{{agent}}’s hook no longer reaches this Countersign.",
    },
    "programs-unaccepted":
      "Another program changed these programs in their file, or there is no keychain. They hold everything.",
    "rules-unaccepted":
      "Another program changed the rules file, and you haven’t accepted the change. Nothing was saved.",
    "rules-broken": "The rules file is invalid, so nothing was saved over it.",
    "rule-unusable": "This rule can’t be saved.",
    "setting-unusable": "A setting has an invalid value.",
    "certificate-unusable": {
      unreadable: theFileCantBeRead,
      "no-certificate": "This file contains no certificate.",
      "too-large": "This file is too large for a list of certificates.",
    },
    "config-not-found": "The file doesn’t exist.",
    "config-unreadable": theFileCantBeRead,
    "config-not-json": "This isn’t valid JSON: line {{line}}, column {{column}}.",
    "config-no-servers": "The config contains no servers.",
    "config-not-read": "No program reads servers from this file.",
    "config-bad-server": "One of the servers can’t be used.",
    "accepted-too-much": "Too many prompts and tools of this program are accepted.",
    "disk-full": "The disk is full.",
    "file-no-room": "The disk is full: the file couldn’t be written.",
    "download-failed": "The download was interrupted.",
    "checksum-mismatch": "The downloaded file isn’t the expected one.",
    "update-unreachable": {
      network: "The update feed can’t be reached.",
      certificate: "The certificate of the update feed’s server can’t be trusted.",
      proxy: "The proxy doesn’t let Countersign reach the update feed.",
      redirect: "The update feed redirects elsewhere. Countersign didn’t follow it.",
      status: "The update feed’s server returned an error.",
    },
    "update-refused": {
      signature: "The update feed isn’t signed by this build’s key.",
      format: "The update feed is signed, but this version can’t read it.",
      older: "The update feed names a version that is older than this one.",
    },
    "update-waits": {
      requests_one: "The update waits for {{count, number}} open request.",
      requests_other: "The update waits for {{count, number}} open requests.",
      agents_one: "The update waits: {{count, number}} agent is connected.",
      agents_other: "The update waits: {{count, number}} agents are connected.",
    },
    "update-not-installed": "The update wasn’t installed.",
    cancelled: "Stopped by you.",
    "medium-too-large": "The file is too large: {{size}}. The limit is {{limit}}.",
    "medium-wrong-kind": {
      image: "Unsupported image type. Supported: PNG, JPEG, GIF, WebP and AVIF.",
      audio: "Unsupported audio type. Supported: WAV, MP3, Ogg, FLAC, M4A and WebM.",
    },
    "medium-file-empty": "The file is empty.",
    "medium-unreadable": theFileCantBeRead,
    "medium-not-saved": "The file couldn’t be written.",
    "run-error": "The server returned error {{code}}.",
    "run-http-status": "The server answered with HTTP status {{status}}.",
    "run-http-status-retry":
      "The server answered with HTTP status {{status}} (retry-after: {{retry}}).",
    "run-disconnected": "The server disconnected before it responded.",
    "run-unanswered": "The server didn’t respond within {{time}}.",
    "run-not-repeated": {
      rejected: "You rejected the server’s request, so the call wasn’t repeated.",
      refused: "The server’s request was refused, so the call wasn’t repeated.",
      cancelled: "The server’s request was cancelled, so the call wasn’t repeated.",
    },
    "run-input-unsupported":
      "The server asks for input that Countersign doesn’t support: {{methods}}.",
    "run-input-undeclared":
      "The server asks for input that Countersign didn’t declare: {{methods}}. The protocol forbids that.",
    "run-input-malformed": "The server’s request for input is invalid: {{keys}}.",
    "run-input-nothing": "The server asks for input, but doesn’t say which.",
    "run-task-only":
      "This tool runs only as a task (its taskSupport is “required”), which Countersign doesn’t support.",
    "run-too-many-rounds": "The server asked for input {{rounds, number}} times without finishing.",
  },
  sent: {
    model: "Nothing was sent back.",
    config: "Nothing was imported.",
    file: "Nothing was installed.",
  },
  next: {
    stale: "Review it again, then decide.",
    "read-again": {
      changed: "Nothing was allowed. Review it as it is now, then decide.",
      failed: "Nothing was allowed. Try again, or reject it.",
    },
    "findings-unseen": "Go back to the request and review each of them there.",
    "over-budget":
      "Exceed it once, choose a shorter response or another model, or raise the budget.",
    "desk-stopped": "Set the mode, or the server’s own, to Review, then decide.",
    "not-found": "The list shows what is available.",
    "no-model": "Choose a model, add one in Settings, or answer by hand.",
    "not-for-this-server": "Choose another model, or change the server’s permissions in Servers.",
    "switched-off": "Choose another model, or turn it on in Settings.",
    "ledger-key-missing":
      "Nothing can be recorded, so nothing is sent. Start Countersign where the keychain has the key.",
    "ledger-not-converted": "Countersign tries again at the next start.",
    "ledger-no-room":
      "It needs {{size}} more. The file is unchanged. Free up space: Countersign tries again at the next start.",
    "ledger-begun-anew":
      "It doesn’t contain earlier rows. If the file is on a disconnected disk, or you have a backup, quit and put it back.",
    "ledger-lost-rows":
      "The file was cut, replaced or restored from a copy. This is noted in the audit log. If you have a newer copy, quit and put it back.",
    "ledger-unvouched":
      "This is noted in the audit log, and later rows are signed. If the app was killed, the machine lost power or the keychain changed, you don’t need to do anything. Otherwise, someone may have written to the file.",
    "ledger-not-signed":
      "Verify the audit log to see what is affected. If you have a backup, quit and put it back. Otherwise, move ledger.db away to start a new one.",
    "ledger-unreadable": "Check that its file is in the profile folder and can be read.",
    "ledger-damaged":
      "New requests are still recorded where possible. Verify the audit log to see what is affected. If you have a backup, quit and put it back.",
    "requests-damaged":
      "All others are here. Verify the audit log to see where it is damaged. If you have a backup, quit and put it back.",
    "drafts-damaged":
      "All other drafts are here. The damaged part stays in the file until you type again.",
    "content-forgotten": "It can’t be replayed. Its metadata stays.",
    "setup-incomplete":
      "What was changed stays set up, and nothing else was. Solve this and set the agent up again, or undo it.",
    "host-file-not-written":
      "Nothing was changed. Check that you may write to the file and its folder, and that the disk has space.",
    "relay-needs-node":
      "Agents start Countersign’s relay with Node.js. Install Node.js 20 or later, then try again. Nothing was changed.",
    "port-taken":
      "Agents and programs that use Countersign over HTTP can’t connect. Close the other program, then restart Countersign. No other port is used, because the addresses you copied have this one.",
    "gateway-closed": "Their servers won’t start until this is fixed.",
    "page-not-opened":
      "The server has your consent. Copy the link from the request and open it yourself.",
    "pasted-not-request": "Paste the JSON of its params, or the whole message.",
    "without-model": "Only sampling requests can be run again.",
    "no-certain-call": "Call the tool on the Workbench instead.",
    busy: "Wait for it to finish, or cancel it.",
    "history-unavailable":
      "Decisions and recording aren’t affected. Try again: a damaged index is rebuilt.",
    "not-recorded":
      "Nothing is sent until it can be written. Free up space or check the folder’s permissions.",
    "invalid-document": "Fix the marked places, then approve.",
    "not-redactable":
      "It is too short, looks like a placeholder, or is part of the protocol’s own terms. Remove it from the text, or don’t redact it.",
    "invalid-argument": reportItWithTheLog,
    "not-confirmed":
      "Nothing was done. Countersign asks when no key press, click or touch came before an action. Try again, and confirm it when asked.",
    "secrets-unavailable": "It is kept only until you quit.",
    internal: reportItWithTheLog,
    "model-unreachable":
      "Check that it is running and that the address is right, or choose another model.",
    "model-certificate":
      "If your organization inspects encrypted traffic, add its certificate in Settings › Network. Otherwise, don’t trust this address.",
    "model-proxy": "Check Settings › Network.",
    "model-proxy-scheme":
      "Run a local proxy that signs in for you, such as Px or Cntlm, and enter its address in Settings › Network.",
    "model-redirect":
      "Enter the address it leads to, if you know it. On a guest network, sign in there first.",
    "model-variable-elsewhere":
      "Open the provider in Settings, check its address, and save it again.",
    "model-no-variable": "Set it and restart Countersign, or enter the key in Settings.",
    "model-key-unusable": "Copy the key again, without any surrounding text.",
    "model-no-key": "Enter one in Settings, or choose another model.",
    "model-wrong-key": "Enter the key again in Settings, or choose another model.",
    "model-forbidden": "Allow it in the provider’s console, or choose another model.",
    "model-no-credit":
      "Add credit in the provider’s console, or choose another model. Waiting doesn’t help.",
    "model-overloaded": waitAMomentOrChoose,
    "model-filtered": "Change the request, choose another model, or answer by hand.",
    "model-too-large": "Remove images or audio, or choose another model.",
    "model-interrupted": tryAgainOrChooseAnother,
    "model-desk-ended": "Replay the request if you still need its response.",
    "model-rate-limited": waitAMomentOrChoose,
    "model-context-too-long": "Shorten it, or choose a model with a larger context.",
    "model-gone": "Choose another model.",
    "model-held-back": "Choose another model, or ask at that desk.",
    "team-offline": "Nothing is lost. Decide once it’s back.",
    "team-refused-full": "The request waits at this desk until some of them have ended.",
    "team-refused": "Look at the request again, then decide.",
    "team-forbidden": "Ask an operator of the team.",
    "team-login": "Check both in Settings → Team.",
    "team-certificate": "Check the address, or add the certificate in Settings → Team.",
    "team-address": "Correct it in Settings → Team.",
    "team-too-old": "Ask whoever runs the database.",
    "team-schema": "An operator can set it up in Settings → Team.",
    "team-busy":
      "Nothing was changed. Try again, or end its transaction: pg_stat_activity lists it.",
    "team-other": "Try again, or ask whoever runs the database.",
    "team-entry-skipped": "Ask {{login}} which program wrote it. Everything else stands.",
    "model-timeout": tryAgainOrChooseAnother,
    "model-malformed-answer": tryAgainOrChooseAnother,
    "model-unsupported-content": "Remove that part, or choose another model.",
    "model-engine-crashed":
      "Try again. If it crashes again, the file may need more memory than you have.",
    "model-load-crashed":
      "The cause is usually too little memory: reduce the model’s context in Settings, or choose a smaller model.",
    "model-engine-killed":
      "This happens when memory runs out. Reduce the model’s context in Settings, close other programs, or choose a smaller model.",
    "model-memory":
      "In Settings, reduce its context or allow it to load anyway. You can also close other programs or choose a smaller model.",
    "model-file-missing": "Put it back, or choose another model.",
    "model-file-changed":
      "Try again if it is complete now. Otherwise, download or choose it again.",
    "model-template-stuck":
      "The file is faulty or malicious: don’t use it. Choose another .gguf file.",
    "model-unsupported-platform": "Use a provider at an address, or answer by hand.",
    "model-file-invalid": "Choose another .gguf file.",
    "model-other": tryAgainOrChooseAnother,
    "server-command-not-found": "Check its spelling, or enter the full path.",
    "server-folder-not-found": "Choose a folder that exists.",
    "server-not-startable": "Check the command and its file’s permissions.",
    "server-exited": "Its error output says why.",
    "server-closed-output": "Its error output may say why.",
    "server-unreachable": "Check the address, and that the server is running.",
    "server-unauthorised": "Check the token or the headers.",
    "server-http-status": "Check the address and the transport.",
    "server-redirects": "If this is the server you mean, use the address it redirects to:",
    "server-forgot-session": "A new session starts automatically.",
    "server-silent": "Check that the command or address is an MCP server, then connect again.",
    "server-byte-order-mark":
      "Make it write UTF-8 without a byte order mark (in PowerShell: [Console]::OutputEncoding), then connect again.",
    "server-refused-initialize": "It may use a different protocol version.",
    "server-bad-answer": "Check that this is an MCP server and that the transport is right.",
    "server-connection-lost": "Countersign reconnects automatically.",
    "sign-in-no-metadata": "Ask its operator, or enter a token as Authorization header.",
    "sign-in-bad-metadata":
      "Nothing was opened. Tell its operator, or enter a token as Authorization header.",
    "sign-in-unreachable": "Nothing was opened. Check the network and try again.",
    "sign-in-private-address":
      "Nothing was fetched from it or opened. If this is intended, connect to an address inside that network.",
    "sign-in-not-encrypted": "Nothing was sent. Use the server’s https address.",
    "sign-in-other-resource":
      "Nothing was opened. Check the server’s address, or tell its operator.",
    "sign-in-other-issuer": "It wasn’t used. If this happens again, someone may be interfering.",
    "sign-in-issuer-slash":
      "Nothing was opened. If the two names below are otherwise what you expect, you can accept them for this server.",
    "sign-in-no-pkce": "Nothing was opened: without PKCE, a sign-in can be stolen.",
    "sign-in-no-registration": registerAnAppThereYourself,
    "sign-in-registration-refused": registerAnAppThereYourself,
    "sign-in-no-listener": "Try again. A firewall may be blocking it.",
    "sign-in-timeout": "Try again.",
    "sign-in-state-mismatch": "They weren’t used. Try again, and use only the page that opens.",
    "sign-in-denied": "Try again if you didn’t intend this.",
    "sign-in-token-refused":
      "Try again. If it keeps happening, the issuer no longer knows this app.",
    "sign-in-still-refused":
      "You may lack permission, or the issuer’s tokens may be for another resource. Ask its operator.",
    "sign-in-not-kept": "Check the disk, then try again.",
    "file-set-aside": "Countersign started without its content.",
    "retention-unsure":
      "Set the servers’ retention again, then apply it once in Settings › General. After that, it is applied automatically.",
    "hook-decided-alone": "Each is a row “reported-by-hook” of the audit log, which an export has.",
    "action-differs":
      "Look at the action and its file. Another program, or a formatter, may have changed the file too.",
    "action-ran-anyway": "Check the agent’s hook in Agents, and what the action did.",
    "call-not-arrived":
      "It ran without you. Check in Agents whether the agent has the same server in another file as well.",
    "agent-not-held": "Look in Agents at what ran, then set the agent up again and check.",
    "agent-changed":
      "What it does with its own tools may run without you. Look in Agents, then set it up again or undo it.",
    "programs-unaccepted":
      "Make a new token for each that you don’t recognize. Then set its mode again.",
    "rules-unaccepted": "Check the changes on the Rules page. Accept them, or restore the file.",
    "rules-broken": "Fix the places listed on the Rules page, or move the file away.",
    "rule-unusable": "Change it and save again. No rule was changed.",
    "setting-unusable": "The default is used.",
    "certificate-unusable": "Choose a PEM file: it begins with BEGIN CERTIFICATE.",
    "config-not-found": "Check the path.",
    "config-unreadable": "Check the file’s permissions.",
    "config-not-json": "Fix it and try again.",
    "config-no-servers": 'A config lists its servers under "mcpServers".',
    "config-not-read": "Move its servers to the file that {{program}} reads: {{reads}}",
    "config-bad-server": "The others can be used.",
    "accepted-too-much":
      "Nothing was accepted. Delete what was accepted in the program’s panel, then accept again.",
    "disk-full": "Free up space, then continue.",
    "file-no-room":
      "Nothing was left behind, and any existing file is unchanged. Free up space, or choose another disk.",
    "disk-full-needed": "It needs {{size}}. Free up space, then continue.",
    "download-failed": "Continue where it stopped.",
    "checksum-mismatch": "It was deleted. Download it again.",
    "update-unreachable": "It’s tried again in an hour.",
    "update-refused": {
      signature: itMayBeTamperedWith,
      format: "Install the new version yourself.",
      older: itMayBeTamperedWith,
    },
    "update-waits": "Install it when no request is open and no agent is connected.",
    "update-not-installed": "This version stays. Look again, or install the new one yourself.",
    "medium-too-large": "Make it smaller, then add it again.",
    "medium-wrong-kind": "The content counts, not the file name. Choose another file.",
    "medium-file-empty": "Choose another file.",
    "medium-unreadable": "Check the file’s permissions.",
    "medium-not-saved": "Choose another place, or free up space.",
    "run-http-status": {
      maybe: "The call may have run all the same: check that before you repeat it.",
      refused: "If the status doesn’t say what to change, ask whoever runs the server.",
    },
    "run-disconnected": "The call may have run. Reconnect the server before you repeat it.",
    "run-unanswered": "It may be busy: try again, or restart it.",
    "run-not-repeated": "Repeat the call to get the request again.",
    "run-input-unsupported": theCallWasntRepeated,
    "run-input-undeclared":
      "The call wasn’t repeated. If the server needs a folder, share one with it in Servers.",
    "run-input-malformed": "The call wasn’t repeated, and nothing was sent for its other requests.",
    "run-input-nothing": theCallWasntRepeated,
    "run-task-only":
      "Nothing was sent. Use another tool of the server, or a client that supports tasks.",
    "run-too-many-rounds": "The call was ended.",
  },
  flags: {
    "field-wrong-type": "This field has a type that the protocol doesn’t allow.",
    "max-tokens-missing": "maxTokens is missing.",
    "max-tokens-not-positive": "maxTokens must be a whole number above 0.",
    "max-tokens-above-asked": "maxTokens must not exceed the requested value.",
    "temperature-not-number": "temperature must be a number.",
    "priority-out-of-range": "A priority must be between 0 and 1.",
    "role-unknown": "The protocol doesn’t define this role.",
    "block-unknown": "The protocol doesn’t define this content type.",
    "block-malformed": "This content block lacks a required field.",
    "base64-broken": "This isn’t valid base64.",
    "mime-mismatch": "The actual type differs from the declared one.",
    "include-context-undeclared":
      "The server requests context, but you don’t share any with it, so none is added.",
    "include-context-unknown": "The protocol doesn’t define this value of includeContext.",
    "no-messages": "There are no messages.",
    "tool-result-missing": "A tool call isn’t followed by its result.",
    "tool-results-mixed": "A message with tool results must not contain anything else.",
    "tool-result-unmatched":
      "A tool result matches no tool call in the message before it, or repeats one.",
    "tool-undeclared": "A tool is called that wasn’t offered.",
    "tool-name-twice":
      "Two tools have this name: remove one, because models can’t tell them apart.",
    "tool-choice-unknown": "The protocol doesn’t define this tool choice: choose another.",
    "tool-choice-without-tools": "A tool call is required, but there is no tool.",
    "tool-use-required": "The server requires a tool call, but the response has none.",
    "tool-use-under-none": "The server wants no tool call, but the response has one.",
    "tool-use-id-twice": "Two tool calls have this ID, so their results can’t be told apart.",
    "tool-uses-parallel": "The model was told to make one tool call at a time but made several.",
    "tool-input-not-object":
      "The arguments of this call aren’t one JSON object: correct them, generate again or reject the response.",
    "tool-input-invalid": "The arguments don’t match the tool’s schema.",
    "tool-input-unchecked": "These arguments couldn’t be checked against the tool’s schema.",
    "stop-reason-mismatch":
      "The stop reason doesn’t match the tool calls: servers run tools when it is toolUse.",
    "message-not-object":
      "This message isn’t an object. It was read as far as possible. The audit log keeps it as received.",
    "content-not-block":
      "This isn’t a content block. A string was read as text; anything else was left out. The audit log keeps it as received.",
    "content-empty": "This message has no parts.",
    "kind-not-in-revision": "This server’s protocol version doesn’t support this content type.",
    "mime-wrong-kind": "The declared type doesn’t match this kind of content.",
    "bytes-unknown": "The actual type isn’t recognized, so the declared one can’t be checked.",
    "medium-empty": "The image or audio contains no data.",
    "answer-too-long":
      "This is longer than the server allows, by estimate (tokens written / maxTokens).",
    "answer-empty": "The response is empty.",
    "answer-not-one-block": "Without tools, the response must be a single content block.",
    "stop-reason-missing": "The response has no stop reason.",
    "media-unknown": "This refers to an image or audio that isn’t in the request.",
    "number-rounded":
      "This number is too large to keep exactly, so it was rounded. It was received as:",
    "number-shown-rounded":
      "This number is too large to show exactly. A provider of the program’s dialect gets it as it came, no other model can. It was received as:",
    "numbers-rounded-more": "More numbers than those listed here were too large to keep exactly.",
    "schema-mismatch": "Doesn’t match the protocol’s schema. Field and allowed values:",
    "schema-missing": "A required field is missing:",
    "too-deep": "This is nested deeper than 200 levels: make it flatter.",
    "number-beyond": "This number is too large to keep and send: make it smaller.",
    "proto-member": "Nothing can be named __proto__: rename or remove it.",
    "action-guarded":
      "This may be a file of an agent’s settings or of Countersign: no rule and no choice lets it pass.",
    "action-not-answered": "The agent’s questions aren’t answered.",
    "action-not-editable": "The agent takes no other input here.",
    "not-in-dialect": "The program’s API has no such field, so it can’t be sent: remove it.",
    "extra-member": "No protocol version defines this field. It is sent unchanged.",
  },
} as const;

// Why a request was refused: parts of a sentence, one for each reason.
export const refusals = {
  one: "Refused: {{why}}.",
  many_one: "Refused {{count, number}} request: {{why}}.",
  many_other: "Refused {{count, number}} requests: {{why}}.",
  undelivered_one:
    "{{count, number}} of their errors wasn’t delivered, or its delivery is unknown.",
  undelivered_other:
    "{{count, number}} of their errors weren’t delivered, or their delivery is unknown.",
  countOnly: "Only the first is shown. For the others, only the count and time are kept.",
  notKept: "Its content wasn’t kept: there was no room for it.",
  notKeptSize: "Its content of {{size}} wasn’t kept: there was no room for it.",
  settable: "You can change this in “Permissions and limits” on the server’s panel.",
  last: "The last one arrived at {{time}}.",
  again: {
    run: "Repeat the call",
    longer: "Set a longer request timeout in the server to get more time.",
  },
  silentSent: "Nothing was sent: a response with this ID would go to another request that uses it.",
  window: { hour: "the hourly", day: "the daily", month: "the monthly" },
  /** The same in two or three words, for the column of a list. */
  short: {
    "tool-result-missing": "no tool result",
    "tool-results-mixed": "tool results mixed",
    "tool-result-stray": "no matching tool call",
    "tools-not-declared": "tools not offered",
    "invalid-params": "invalid parameters",
    "not-associated": "no active call",
    "call-ambiguous": "several active calls",
    "duplicate-id": "ID in use",
    undecided: "not decided",
    "generation-failed": "model failed",
    stopped: shared.stopped,
    "not-recorded": shared.notRecorded,
    "too-many-values": "too many values",
    "tokens-budget": "token budget",
    "cost-budget": "cost budget",
  },
  why: {
    "tool-result-missing": "a tool call has no result",
    "tool-results-mixed": "tool results are mixed with other content",
    "tool-result-stray": "a tool result matches no open tool call",
    "tools-not-declared": "it uses tools, which this server isn’t offered",
    "invalid-params": "it violates the protocol",
    "not-associated": "you have no active call to this server",
    "call-ambiguous": "it could belong to several of your calls",
    "duplicate-id": "another open request uses its ID",
    undecided: "no rule decided, and nobody was there",
    "generation-failed": "the model gave no response",
    stopped: "everything was stopped",
    serverStopped: "this server was stopped",
    "not-recorded": "it couldn’t be written to the audit log",
    "too-many-values": "it has more than {{limit}} JSON values",
    "refused-by-rule": "one of your rules refuses it",
    "tokens-budget": "{{window}} budget of {{limit}} tokens is used up",
    "cost-budget": "{{window}} budget of {{limit}} is used up",
    ofAll: "{{why}} (all servers)",
    deskFull: "pending requests already use all the memory for requests",
  },
} as const;
