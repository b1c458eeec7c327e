// Every failure in words: what happened, what was or was not sent, what to do next. Foreign words
// (a provider's message, a path) never stand inside these sentences; they follow in a quote.
export const failures = {
  brokenOff:
    "What had come until then stands below, and is perhaps not all. Send it as it is, complete it, or generate again.",
  what: {
    stale: "This changed while you were deciding.",
    "desk-stopped": "Everything, or this server, is stopped.",
    "over-budget": "This goes beyond a budget.",
    "findings-unseen_one": "{{count, number}} serious finding has not been reviewed.",
    "findings-unseen_other": "{{count, number}} serious findings have not been reviewed.",
    "not-found": {
      sample: "This request is no longer here.",
      server: "This server is no longer configured.",
      model: "This model is no longer there.",
      provider: "This provider is no longer configured.",
      run: "This run is no longer here.",
      media: "This image or sound is no longer here.",
      message: "This message is no longer kept.",
      context: "This piece of context is no longer there.",
      question: "This question is no longer here.",
    },
    "no-model": "No model is chosen.",
    "not-for-this-server": "You do not let this server’s requests go to this model.",
    "switched-off": "This model is switched off.",
    "ledger-key-missing":
      "The ledger is encrypted, and this system’s key store does not hold its key.",
    "ledger-not-converted": {
      encrypt: "The ledger could not be encrypted; it stands as it was.",
      decrypt: "The ledger could not be decrypted; it stands as it was.",
    },
    "ledger-no-room": {
      encrypt: "The disk has no room for encrypting the ledger.",
      decrypt: "The disk has no room for decrypting the ledger.",
    },
    "ledger-begun-anew": "The ledger’s file was missing or empty: a new record begins.",
    "ledger-lost-rows":
      "The ledger no longer holds row {{seq, number}}, which Countersign had signed; when the app started, its last row was {{found, number}}.",
    "ledger-unvouched": {
      "no-key":
        "The key that signs the ledger was not there: nothing vouches for rows {{first, number}} to {{last, number}}.",
      unsigned: "Rows {{first, number}} to {{last, number}} of the ledger had not been signed.",
      "other-program":
        "Another program has changed the ledger while Countersign ran: nothing vouches for its rows from {{first, number}} to {{last, number}}.",
    },
    "ledger-not-signed":
      "Row {{seq, number}} of the ledger is not what was written: nothing is signed in this run.",
    "ledger-unreadable": "The ledger could not be read for verifying.",
    "ledger-damaged": "The ledger’s file is damaged in places.",
    "requests-damaged_one":
      "{{count, number}} request of an earlier run cannot be shown: what the ledger holds of it is damaged.",
    "requests-damaged_other":
      "{{count, number}} requests of an earlier run cannot be shown: what the ledger holds of them is damaged.",
    "drafts-damaged_one":
      "What you typed at {{count, number}} request of an earlier run cannot be read: its file is damaged there.",
    "drafts-damaged_other":
      "What you typed at {{count, number}} requests of an earlier run cannot be read: its file is damaged there.",
    "not-answered": "Its server got no answer.",
    "content-forgotten": "What this request held is no longer kept.",
    "pasted-not-request": "What you pasted is no sampling request.",
    "no-certain-call": "It is not known which call led to this request.",
    busy: "Something else is being written or read.",
    "import-not-export": "This is no export of a history.",
    "import-broken": "The file is not what was exported.",
    "import-broken-row": "The file is not what was exported: row {{row}} does not fit.",
    "history-unavailable": "The history cannot be read now.",
    "import-unreadable": "The opened file cannot be read any further.",
    "not-recorded": "The record cannot be written.",
    "invalid-document_one": "What you want to send breaks {{count, number}} rule.",
    "invalid-document_other": "What you want to send breaks {{count, number}} rules.",
    "not-redactable": "A value that the model is not to see cannot be replaced.",
    "invalid-argument":
      "Countersign asked itself something that makes no sense. That is a fault of Countersign.",
    "not-confirmed": "You did not confirm this.",
    "forbidden-sender": "A page that is not Countersign’s own asked for this. It was turned away.",
    "secrets-unavailable": "This system offers no safe place for secrets.",
    internal: "Something went wrong inside Countersign. That is a fault of Countersign.",
    "model-unreachable": "The model’s provider cannot be reached.",
    "model-certificate": {
      "unknown-issuer":
        "The provider’s certificate was made by nobody whom Countersign trusts. Nothing was sent to it.",
      expired: "The provider’s certificate has expired. Nothing was sent to it.",
      "not-yet-valid":
        "The provider’s certificate does not hold yet, or this machine’s clock is wrong. Nothing was sent to it.",
      "wrong-name": "The provider’s certificate is for another name. Nothing was sent to it.",
      revoked: "The provider’s certificate has been revoked. Nothing was sent to it.",
      other: "The provider’s certificate cannot be trusted. Nothing was sent to it.",
    },
    "model-proxy": {
      unreachable: "The proxy on the way to the provider cannot be reached.",
      login: "The proxy on the way to the provider wants a name and password.",
      scheme:
        "The proxy on the way to the provider takes sign-ins by {{schemes}} only. Countersign speaks Basic, not NTLM or Kerberos.",
      refused: "The proxy does not let the request through to the provider.",
      unreadable: "The address of the proxy cannot be read.",
    },
    "model-proxy-refused": "The proxy does not let the request through ({{status}}).",
    "model-redirect":
      "The provider’s address leads elsewhere. That is not followed: key and text would go along.",
    "model-no-variable": "The environment variable that holds the key is not set.",
    "model-variable-elsewhere":
      "The environment variable that holds the key was not chosen for this address. It was not read.",
    "model-key-unusable": "The key holds spaces, line breaks or other characters that no key has.",
    "model-no-key": "This provider answers nobody without a key, and there is none.",
    "model-wrong-key": "The provider does not accept the key ({{status}}).",
    "model-forbidden": "The provider does not let this key use this model ({{status}}).",
    "model-no-credit": "The account at this provider has no credit left ({{status}}).",
    "model-overloaded": "The provider is overloaded or out of order ({{status}}).",
    "model-overloaded-until":
      "The provider is overloaded or out of order ({{status}}). It asks to wait {{time}}.",
    "model-filtered": "A content filter held the answer back.",
    "model-too-large": "The request has more bytes than this provider takes.",
    "model-interrupted": "The answer broke off: it ended without saying that it was complete.",
    "model-desk-ended":
      "Countersign ended while the model worked. What it had written by then is lost.",
    "model-rate-limited": "The provider takes no more requests for now.",
    "model-rate-limited-until": "The provider takes no more requests for {{time}}.",
    "model-context-too-long": "The request is too long for this model.",
    "model-context-too-long-by":
      "The request is {{over, number}} tokens too long for this model: it needs {{needed, number}}, {{limit, number}} fit.",
    "model-gone": "The provider no longer has this model.",
    "model-timeout": {
      connect: "The provider did not answer within {{seconds, number}} s.",
      "first-token": "The model wrote nothing within {{seconds, number}} s.",
      idle: "The model stopped writing; nothing came for {{seconds, number}} s.",
    },
    "model-malformed-answer": "The model’s answer makes no sense.",
    "model-unsupported-content": "This model cannot take a part of the request.",
    "model-engine-crashed": "The process that runs the local model ended by itself.",
    "model-load-crashed":
      "The process that runs local models ended by itself while it loaded this one.",
    "model-engine-killed": "The system ended the process that ran the local model.",
    "model-memory":
      "The local model needs about {{needed}} of memory; {{available}} are free. It was not loaded.",
    "model-file-missing": "The model’s file is no longer there.",
    "model-file-changed": "The model’s file was changed or damaged while it was in use.",
    "model-template-stuck":
      "The model’s chat template did not come to an end within {{seconds, number}} s.",
    "model-unsupported-platform": "Local models do not run on this system.",
    "model-file-invalid": "The model file cannot be used.",
    "model-other": "The model gave no answer.",
    "model-other-status": "The model gave no answer ({{status}}).",
    "server-command-not-found": "The command was not found on this machine.",
    "server-folder-not-found": "The folder to start in does not exist.",
    "server-not-startable": "The command could not be started.",
    "server-exited": "The server’s process ended after {{time}} with code {{code}}.",
    "server-exited-signal": "The server’s process was ended after {{time}} by signal {{signal}}.",
    "server-closed-output": "The server closed its output after {{time}}.",
    "server-unreachable": "The address cannot be reached.",
    "server-unauthorised": "The server wants other credentials ({{status}}).",
    "server-http-status": "The server answered with status {{status}}.",
    "server-redirects":
      "The server’s address leads to another server. That is not followed: your headers would go along.",
    "server-forgot-session": "The server no longer knows the session.",
    "server-silent":
      "The server did not answer “initialize” within {{time}}. The connection was given up; a process that was started for it has been ended.",
    "server-byte-order-mark":
      "The server’s output begins with a byte order mark (U+FEFF), so its messages are no JSON. The connection was given up; a process that was started for it has been ended.",
    "server-refused-initialize": "The server refused the connection.",
    "server-bad-answer": "The server’s answer is not MCP.",
    "server-connection-lost": "The connection to the server was lost.",
    "sign-in-no-metadata": "The server wants a sign-in and does not say where.",
    "sign-in-bad-metadata": "What describes the sign-in cannot be used.",
    "sign-in-unreachable": "A place that the sign-in needs cannot be reached.",
    "sign-in-private-address":
      "The sign-in leads into a private network that the server itself is not in.",
    "sign-in-not-encrypted": "The sign-in would travel unencrypted.",
    "sign-in-other-resource": "The server asks for a token that is for something else.",
    "sign-in-other-issuer": "The answer comes from another issuer than the one that was asked.",
    "sign-in-no-pkce": "The issuer does not protect sign-ins of apps (PKCE with S256).",
    "sign-in-no-registration": "The issuer takes no app by itself.",
    "sign-in-registration-refused": "The issuer refused to register Countersign ({{status}}).",
    "sign-in-no-listener": "Countersign could not listen for the browser’s answer.",
    "sign-in-timeout": "No answer came from the browser within {{time}}.",
    "sign-in-state-mismatch": "Within {{time}} only answers came that belong to another sign-in.",
    "sign-in-denied": "The issuer’s page ended without a sign-in.",
    "sign-in-token-refused": "The issuer gave no token.",
    "sign-in-still-refused": "The server turns the new sign-in away as well ({{status}}).",
    "sign-in-not-kept": "The sign-in could not be stored.",
    "file-set-aside": "A file of this profile was broken and is kept aside.",
    "retention-unsure":
      "The list of servers was broken, and their own rules of keeping with it: nothing is taken.",
    "rules-unaccepted":
      "Another program has changed the rules file, and you have not accepted that yet: nothing was saved.",
    "rules-broken": "The rules file is broken, so nothing is saved over it.",
    "rule-unusable": "This rule cannot be kept.",
    "setting-unusable": "A setting has a value that it cannot have.",
    "certificate-unusable": {
      unreadable: "The file cannot be read.",
      "no-certificate": "No certificate stands in this file.",
      "too-large": "This file is too large to be a list of certificates.",
    },
    "config-not-found": "The file does not exist.",
    "config-unreadable": "The file cannot be read.",
    "config-not-json": "This is not JSON: line {{line}}, column {{column}}.",
    "config-no-servers": "No server stands in it.",
    "config-bad-server": "One of the servers cannot be used.",
    "disk-full": "The disk is full.",
    "file-no-room": "The disk is full: the file could not be written.",
    "download-failed": "The download was interrupted.",
    "checksum-mismatch": "The file that arrived is not the expected one.",
    cancelled: "Stopped by you.",
    "medium-too-large": "The file is too large: {{size}}, at most {{limit}} can be added.",
    "medium-wrong-kind": {
      image: "This is no image that can be added: PNG, JPEG, GIF, WebP or AVIF.",
      audio: "This is no sound that can be added: WAV, MP3, Ogg, FLAC, M4A or WebM.",
    },
    "medium-file-empty": "The file is empty.",
    "medium-unreadable": "The file cannot be read.",
    "medium-not-saved": "The file could not be written.",
    "run-error": "The server answered with error {{code}}.",
    "run-disconnected": "The server was gone before it answered.",
    "run-unanswered": "The server did not answer within {{time}}.",
    "run-not-repeated": {
      rejected: "You rejected what the server asked, so the call was not repeated.",
      refused: "What the server asked was refused, so the call was not repeated.",
      cancelled: "What the server asked was cancelled, so the call was not repeated.",
    },
    "run-input-unsupported":
      "The server asks for input that Countersign does not offer: {{methods}}.",
    "run-input-undeclared":
      "The server asks for what Countersign did not declare to it: {{methods}}. The protocol forbids that.",
    "run-input-malformed": "What the server asks for is no request: {{keys}}.",
    "run-input-nothing": "The server wants input, but does not say which.",
    "run-task-only":
      "This tool runs only as a task (its taskSupport is “required”), and Countersign makes plain calls.",
    "run-too-many-rounds": "The server asked {{rounds, number}} times without finishing.",
  },
  sent: {
    model: "Nothing was sent to the server.",
    decision: "Nothing was sent.",
    config: "Nothing was taken over.",
    file: "Nothing was installed.",
  },
  next: {
    stale: "Look at it again, then decide.",
    "findings-unseen": "Show each of them on the page, then approve.",
    "over-budget":
      "Let it go beyond once, choose a smaller answer or another model, or raise the budget.",
    "desk-stopped": "Set the switch, or the server’s own, to Review, then decide.",
    "not-found": "The list shows what there is.",
    "no-model": "Choose a model, add one in Settings, or answer by hand.",
    "not-for-this-server": "Choose another model, or change what the server may do, on Servers.",
    "switched-off": "Choose another model, or switch it on in Settings.",
    "ledger-key-missing":
      "Nothing can be recorded, so nothing is sent. Start Countersign where the key store is the one that it was encrypted with.",
    "ledger-not-converted": "It is tried again at the next start.",
    "ledger-no-room":
      "It needs {{size}} beside the file, which stands as it was. Make room: it is tried again at the next start.",
    "ledger-begun-anew":
      "What was recorded before is not in it. If the file lies on a disk that is not there now, or you have a copy of it, quit and put that in its place.",
    "ledger-lost-rows":
      "Its file was cut, replaced, or put back from a copy. This is recorded in the ledger. If you have a newer copy, quit and put that back.",
    "ledger-unvouched":
      "This is recorded in the ledger, and signed from there on. If the app was killed, the machine lost power, or the key store is another one now, nothing else is to be done; otherwise somebody may have written to the file.",
    "ledger-not-signed":
      "Verify the record to see what is touched. If you have a copy of the ledger, quit and put that back; without one, move ledger.db away and a new record begins.",
    "ledger-unreadable": "Look whether its file is in the profile folder and can be read.",
    "ledger-damaged":
      "What is asked is still recorded as far as that can be. Verify the ledger to see what is touched. If you have a copy of it, quit and put that back.",
    "requests-damaged":
      "All others are here. Verify the ledger to see where it is damaged. If you have a copy of it, quit and put that back.",
    "drafts-damaged":
      "All other drafts are here. What is damaged stays in the file until you type anew.",
    "not-answered": "Only a request that was answered can be saved as a fixture.",
    "content-forgotten": "It cannot be run again. Its facts stay.",
    "pasted-not-request": "Paste the JSON of its params, or the whole message.",
    "no-certain-call": "Run the tool on the Workbench instead.",
    busy: "Wait for its end, or cancel it.",
    "import-not-export": "Choose a file that Countersign exported as JSON Lines.",
    "import-broken": "Nothing of it was opened. Ask for the file again.",
    "history-unavailable":
      "What is decided and recorded does not depend on it. Try again; its index is built anew where it is damaged.",
    "import-unreadable":
      "Something in it is not as an export has it. Close it; your own record is untouched.",
    "not-recorded":
      "Until it can be written, nothing is sent. Make room or check the folder’s rights.",
    "invalid-document": "They are marked; settle them, then approve.",
    "not-redactable":
      "It is too short, looks like a placeholder, or the protocol’s own words say it. Take it out of the text yourself, or let it through.",
    "invalid-argument": "Please report it with the log file.",
    "not-confirmed":
      "Nothing was done. Countersign asks where no key, button or touch came before an action. Do it again, and confirm it when asked.",
    "forbidden-sender": "",
    "secrets-unavailable": "It is kept until you quit, then forgotten.",
    internal: "Please report it with the log file.",
    "model-unreachable":
      "Check that it runs and that the address is right, or choose another model.",
    "model-certificate":
      "If your organisation looks into encrypted traffic, add its certificate in Settings › Network. Otherwise do not trust this address.",
    "model-proxy": "Look at Settings › Network.",
    "model-proxy-scheme":
      "A program on this machine that signs in for you, such as Px or Cntlm, can stand between: enter its address in Settings › Network.",
    "model-redirect":
      "Enter the address that it leads to, if you know it. On a guest network, sign in there first.",
    "model-variable-elsewhere":
      "Open the provider in Settings, look at its address, and save it again.",
    "model-no-variable": "Set it and start Countersign again, or enter the key in Settings.",
    "model-key-unusable": "Copy the key again, without anything around it.",
    "model-no-key": "Enter one in Settings, or choose another model.",
    "model-wrong-key": "Enter the key again in Settings, or choose another model.",
    "model-forbidden": "Allow it in the provider’s console, or choose another model.",
    "model-no-credit":
      "Add credit in the provider’s console; waiting does not help. Or choose another model.",
    "model-overloaded": "Wait a little, or choose another model.",
    "model-filtered": "Change the request, choose another model, or answer by hand.",
    "model-too-large": "Take images or sound out, or choose another model.",
    "model-interrupted": "Try again, or choose another model.",
    "model-desk-ended": "Run the request again if its answer is still wanted.",
    "model-rate-limited": "Wait a little, or choose another model.",
    "model-context-too-long": "Shorten it, or choose a model with a larger context.",
    "model-gone": "Choose another model.",
    "model-timeout": "Try again, or choose another model.",
    "model-malformed-answer": "Try again, or choose another model.",
    "model-unsupported-content": "Remove that part, or choose another model.",
    "model-engine-crashed":
      "Try again; if it happens again, the file may need more memory than there is.",
    "model-load-crashed":
      "Most often memory was refused: make the model’s context smaller in Settings, or choose a smaller model.",
    "model-engine-killed":
      "That happens when memory runs out. Make the model’s context smaller in Settings, close other programs, or choose a smaller model.",
    "model-memory":
      "Make its context smaller in Settings, close other programs, choose a smaller model, or allow it there to load all the same.",
    "model-file-missing": "Put it back, or choose another model.",
    "model-file-changed": "Try again if it is whole now; otherwise fetch or choose it again.",
    "model-template-stuck":
      "The file is faulty or hostile: do not use it. Choose another .gguf file.",
    "model-unsupported-platform": "Use a provider at an address, or answer by hand.",
    "model-file-invalid": "Choose another .gguf file.",
    "model-other": "Try again, or choose another model.",
    "server-command-not-found": "Check its spelling, or give the full path.",
    "server-folder-not-found": "Choose a folder that exists.",
    "server-not-startable": "Check the command and the rights of its file.",
    "server-exited": "Its error output says why.",
    "server-closed-output": "Its error output may say why.",
    "server-unreachable": "Check the address and that the server runs.",
    "server-unauthorised": "Check the token or the headers.",
    "server-http-status": "Check the address and the transport.",
    "server-redirects": "Use the address that it names, if it is the server that you mean:",
    "server-forgot-session": "A new session is begun by itself.",
    "server-silent": "Check that the command or address is an MCP server, then connect again.",
    "server-byte-order-mark":
      "Make it write UTF-8 without a byte order mark (in PowerShell: [Console]::OutputEncoding), then connect again.",
    "server-refused-initialize": "It may speak another revision of the protocol.",
    "server-bad-answer": "Check that this is an MCP server and that the transport is right.",
    "server-connection-lost": "It is tried again by itself.",
    "sign-in-no-metadata": "Ask its operator, or enter a token as Authorization header.",
    "sign-in-bad-metadata":
      "Nothing was opened. Tell its operator; a token as Authorization header goes without it.",
    "sign-in-unreachable": "Nothing was opened. Check the network and try again.",
    "sign-in-private-address":
      "Nothing was fetched there and nothing opened. If that is meant, connect by an address inside of that network.",
    "sign-in-not-encrypted": "Nothing was sent. Use the server’s https address.",
    "sign-in-other-resource":
      "Nothing was opened. Check the server’s address, or tell its operator.",
    "sign-in-other-issuer":
      "Nothing of it was used. If it happens again, somebody may be meddling.",
    "sign-in-no-pkce": "Nothing was opened: without it a sign-in can be stolen.",
    "sign-in-no-registration": "Register an app there yourself and enter its client id below.",
    "sign-in-registration-refused": "Register an app there yourself and enter its client id below.",
    "sign-in-no-listener": "Try again; a firewall may forbid it.",
    "sign-in-timeout": "Try again.",
    "sign-in-state-mismatch":
      "Nothing of it was used. Try again, and use only the page that opens then.",
    "sign-in-denied": "Try again if that was not meant.",
    "sign-in-token-refused": "Try again. If it stays, the issuer no longer knows this app.",
    "sign-in-still-refused":
      "You may lack the right to it, or the issuer makes tokens for something else. Ask its operator.",
    "sign-in-not-kept": "Check the disk, then try again.",
    "file-set-aside": "Countersign started without what stood in it.",
    "retention-unsure":
      "Give the servers their rules again, then apply all rules once in Settings → General. From then on it happens by itself.",
    "rules-unaccepted":
      "Look at what is different on the rules page, and accept it or put the file back.",
    "rules-broken": "Mend the places that the rules page names, or move the file away.",
    "rule-unusable": "Change it and save again; no rule was changed.",
    "setting-unusable": "The usual value is used.",
    "certificate-unusable": "Choose a file in PEM form: it begins with BEGIN CERTIFICATE.",
    "config-not-found": "Check the path.",
    "config-unreadable": "Check the rights of the file.",
    "config-not-json": "Mend that place and try again.",
    "config-no-servers": 'A config names its servers under "mcpServers".',
    "config-bad-server": "The others can be used.",
    "disk-full": "Make room, then go on.",
    "file-no-room":
      "Nothing of it is left there, and what stood at its place is as it was. Make room, or choose another disk.",
    "disk-full-needed": "It needs {{size}}. Make room, then go on.",
    "download-failed": "Go on where it stopped.",
    "checksum-mismatch": "It was deleted. Fetch it again.",
    cancelled: "",
    "medium-too-large": "Make it smaller, then add it again.",
    "medium-wrong-kind": "Its bytes were looked at, not its name. Choose another file.",
    "medium-file-empty": "Choose another file.",
    "medium-unreadable": "Check the rights of the file.",
    "medium-not-saved": "Choose another place, or make room.",
    "run-error": "",
    "run-disconnected": "Connect it again, then run the call again.",
    "run-unanswered": "It may be busy: try again, or start it again.",
    "run-not-repeated": "Run the call again to be asked again.",
    "run-input-unsupported": "The call was not repeated.",
    "run-input-undeclared":
      "Share a folder with it under Servers if it should have one. The call was not repeated.",
    "run-input-malformed":
      "The call was not repeated; nothing was sent for what it asked beside it.",
    "run-input-nothing": "The call was not repeated.",
    "run-task-only":
      "Nothing was sent. Use another tool of the server, or a client that runs tools as tasks.",
    "run-too-many-rounds": "The call was ended.",
  },
  flags: {
    "field-wrong-type": "This member has a type that the protocol does not allow.",
    "max-tokens-missing": "maxTokens is missing.",
    "max-tokens-not-positive": "maxTokens must be a whole number above 0.",
    "max-tokens-above-asked": "maxTokens must not be above what was asked.",
    "temperature-not-number": "temperature must be a number.",
    "priority-out-of-range": "A priority must lie between 0 and 1.",
    "role-unknown": "The protocol does not know this role.",
    "block-unknown": "The protocol does not know this kind of content.",
    "block-malformed": "This content lacks what its kind needs.",
    "base64-broken": "This is not valid base64.",
    "mime-mismatch": "The bytes are of another type than stated.",
    "include-context-undeclared":
      "The server asks for context although you do not share any with it: treated as none.",
    "include-context-unknown": "The protocol does not know this value of includeContext.",
    "no-messages": "There is no message.",
    "tool-result-missing": "A tool use is not followed by its result.",
    "tool-results-mixed": "A message with tool results may hold nothing else.",
    "tool-result-unmatched":
      "A tool result answers no tool use of the message before it, or answers it twice.",
    "tool-undeclared": "A tool is used that was not offered.",
    "tool-name-twice": "Two tools have this name: take one out, a model cannot tell them apart.",
    "tool-choice-unknown": "The protocol does not know this tool choice: choose another.",
    "tool-choice-without-tools": "A tool call is required, but there is no tool.",
    "tool-use-required": "The server requires a tool call, and the answer has none.",
    "tool-use-under-none": "The server wants no tool call, and the answer has one.",
    "tool-use-id-twice": "Two tool calls have this id: their results cannot be told apart.",
    "tool-uses-parallel": "The model was asked for one tool call at a time and made several.",
    "tool-input-invalid": "Arguments do not fit the tool’s schema.",
    "tool-input-unchecked": "These arguments could not be checked against the tool’s schema.",
    "stop-reason-mismatch":
      "The stop reason and the tool calls do not fit: servers run tools when it is toolUse.",
    "message-not-object":
      "This message is no object. It was read as far as it can be; the record keeps it as it came.",
    "content-not-block":
      "This content is no block. A text was read as a text part, anything else left out; the record keeps it as it came.",
    "content-empty": "This message has no part.",
    "kind-not-in-revision":
      "The revision that this server speaks does not know this kind of content.",
    "mime-wrong-kind": "The stated type does not fit this kind of content.",
    "bytes-unknown":
      "The bytes show no type that is known here, so the stated one cannot be checked.",
    "medium-empty": "It holds no bytes.",
    "answer-too-long":
      "By estimate this is longer than the server allows (tokens written / maxTokens).",
    "answer-empty": "The answer is empty.",
    "answer-not-one-block": "Without tools the answer must be one block.",
    "stop-reason-missing": "The answer says no stop reason.",
    "media-unknown": "This names an image or sound that the request does not hold.",
    "number-rounded": "This number is too large to be kept exactly; it was rounded. It came as:",
    "numbers-rounded-more":
      "More numbers were too large to be kept exactly than the ones named here.",
    "schema-mismatch": "Doesn’t match the protocol’s schema. Field, and what is allowed:",
    "schema-missing": "A field that the protocol requires is missing:",
    "too-deep": "This nests deeper than 200 levels: make it flatter.",
    "number-beyond": "This number is beyond all that can be kept and sent: make it smaller.",
    "proto-member": "Nothing may be named __proto__: name it otherwise or take it out.",
    "extra-member": "No revision of the protocol names this member; it is passed on as it is.",
  },
} as const;
