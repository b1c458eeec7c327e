// Recognises environment variables and headers that hold secrets by their names.

const SECRET_WORDS =
  /(^|[_\-.])(api)?(key|keys|token|tokens|secret|secrets|password|passwd|passphrase|pass|pwd|pat|credential|credentials|auth|authorization|bearer|cookie|jwt|dsn|apikey|accesskey|privatekey|signature)($|[_\-.\d])/i;
/** Words that can be part of a longer name without a separator, such as `GITHUBTOKEN` or `apiKeyProd`. */
const SECRET_PARTS = /token|secret|passw(or)?d|api_?key|access_?key|private_?key|credential/i;
/** Names that contain such a word but hold no secret. */
const HARMLESS =
  /(^|_)(max_?tokens?|token_?(limit|count|budget|url|endpoint)|key_?(name|path|file)|secret_?name|auth_?(url|type|method|mode|domain))$/i;
const SECRET_HEADERS = /^(proxy-)?authorization$|^(set-)?cookie$/i;

/** Whether an environment variable's value is stored as a secret, going by its name. */
export const isSecretVariable = (name: string): boolean =>
  !HARMLESS.test(name) && (SECRET_WORDS.test(name) || SECRET_PARTS.test(name));

/** Whether a header's value is stored as a secret, going by its name. */
export const isSecretHeader = (name: string): boolean =>
  SECRET_HEADERS.test(name) || isSecretVariable(name);
