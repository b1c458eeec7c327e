// Which environment variables and headers hold secrets, going by their names.

const SECRET_WORDS =
  /(^|[_\-.])(api)?(key|keys|token|tokens|secret|secrets|password|passwd|passphrase|pass|pwd|pat|credential|credentials|auth|authorization|bearer|cookie|jwt|dsn|apikey|accesskey|privatekey|signature)($|[_\-.\d])/i;
/** Words that stand inside longer names without a border, such as `GITHUBTOKEN` or `apiKeyProd`. */
const SECRET_PARTS = /token|secret|passw(or)?d|api_?key|access_?key|private_?key|credential/i;
/** Names that contain such a word and hold no secret. */
const HARMLESS =
  /(^|_)(max_?tokens?|token_?(limit|count|budget|url|endpoint)|key_?(name|path|file)|secret_?name|auth_?(url|type|method|mode|domain))$/i;
const SECRET_HEADERS = /^(proxy-)?authorization$|^(set-)?cookie$/i;

/** True for the name of an environment variable whose value is to be kept as a secret. */
export const isSecretVariable = (name: string): boolean =>
  !HARMLESS.test(name) && (SECRET_WORDS.test(name) || SECRET_PARTS.test(name));

/** True for the name of a header whose value is to be kept as a secret. */
export const isSecretHeader = (name: string): boolean =>
  SECRET_HEADERS.test(name) || isSecretVariable(name);
