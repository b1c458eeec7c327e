// The words of adding a provider, of its models, and of programs that serve models.
import { shared } from "./common.ts";
export const providers = {
  open: "Any OpenAI-compatible address",
  intro:
    "A service with a key, or an OpenAI-compatible server on this computer or in your network.",
  addressHint: "The default. Change it if your organization uses a gateway.",
  placeholder: { resource: shared.resource, region: "Region", other: "Address part" },
  placeholderHint: {
    resource: "The name of your Azure OpenAI resource: the part before .openai.azure.com.",
    region: "The AWS region whose models you can use.",
    other: "Becomes part of the address.",
  },
  placeholderMissing: "Enter a value, or enter the full address below.",
  keyMissing: "This provider requires a key.",
  useVariable: "Use {{variable}} from the environment",
  variableHint: "Read at each start, never stored.",
  enterKey: "Enter a key instead",
  keysPage: "Get a key at",
  notEncrypted:
    "Not encrypted: anyone on the network path can read the key and all text. Use https outside this computer.",
  names: { azure: "Deployments", bedrock: shared.models, other: "More models" },
  namesHint: {
    azure: "One per line, as named in Azure. Deployments that Azure lists are added automatically.",
    bedrock:
      "One per line: IDs of models or inference profiles. Models that Bedrock lists are added automatically.",
    other: "One per line, for models the server doesn’t list.",
  },
  apiVersion: {
    label: "API version",
    hint: "Sent with each request. With a date, each deployment is called through chat completions, as older resources require; without one, Azure’s current API is used.",
    fault: "Enter a date such as 2024-10-21, or a word such as preview.",
  },
  keyId: {
    label: "Access key ID",
    hint: "Only for a pair of AWS keys: the key below is then the secret access key, and each request is signed. Leave empty to use a Bedrock API key. AWS_ACCESS_KEY_ID and AWS_SESSION_TOKEN are read along with AWS_SECRET_ACCESS_KEY.",
    fault: "Enter at least 16 letters and digits.",
  },
  sessionToken: {
    label: "Session token",
    hint: "Comes with temporary keys, whose ID begins with ASIA. When they expire, enter all three again.",
    fault: "Temporary keys (ASIA…) need their session token.",
  },
  test: "Test",
  trying: "Getting its models…",
  tried_zero: "It responds but lists no models. Listing models is free.",
  tried_one: "It responds with {{count, number}} model. Listing models is free.",
  tried_other: "It responds with {{count, number}} models. Listing models is free.",
  addAnyway: "Add anyway",
  saveAnyway: "Save anyway",
  removed: "{{name}} was removed.",
  removedKey: "Its key was deleted from disk. You can undo this until you leave this page.",
  variable: "from {{variable}}",
  failed: {
    "model-certificate": "Untrusted certificate",
    "model-proxy": "Blocked by the proxy",
    "model-redirect": shared.redirectsElsewhere,
    "model-no-variable": "{{variable}} isn’t set",
    "model-variable-elsewhere": "{{variable}} wasn’t chosen for this address",
    "model-key-unusable": "The key can’t be used",
    "model-no-key": "Needs a key",
    "model-timeout": "No response in time",
  },
  all: "All providers",
  allOn: "Turn all on",
  allOff: "Turn all off",
  shownOn: "Turn these on",
  shownOff: "Turn these off",
  newOff: "Models that {{name}} adds later stay turned off.",
  of: "{{used}} of {{max}}",
  served: {
    loaded: "{{used, number}} tokens available; the model supports {{max, number}}.",
    set: "Set to {{used, number}} tokens; the model supports {{max, number}}.",
    default:
      "{{used, number}} tokens unless configured otherwise; the model supports {{max, number}}. Known for certain once it runs.",
    cuts: "The beginning of a longer prompt is silently dropped.",
  },
  cutting_one: "{{name}} silently drops the beginning of prompts that are too long.",
  cutting_other: "{{name}} silently drops the beginning of prompts that are too long.",
  cuttingNext:
    "{{count, number}} of its models have less context than they support. To give them more, start Ollama with OLLAMA_CONTEXT_LENGTH, or set the context length in its app.",
  inMemory: "loaded",
} as const;
