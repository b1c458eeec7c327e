// Detects fields that ask for secrets. Servers must not ask for secrets in a form (2025-11-25, client/elicitation,
// "Safe URL Handling" and "Form mode"): such a field starts empty, and sending it takes a second press.
import type { Field } from "../../../forms/field.ts";

/** Applied to separate words: `apiKey`, `API_KEY` and `api-key` match alike. */
const NAMED =
  /(?:^| )(?:pass ?words?|pass ?phrases?|pass ?codes?|passwd|pwd|pw|secrets?|(?:auth|access|api|bearer|refresh|session|id|deploy|bot|personal|security|csrf|oauth|jwt|github|slack)? ?tokens?|(?:api|access|private|secret|ssh|signing|encryption|account|license) ?keys?|credentials?|pin(?: (?:code|number))?|cvv|cvc|otp|totp|mfa(?: code)?|2fa(?: code)?|(?:one time|verification|security|recovery|backup) ?(?:codes?|phrases?|keys?)|seed(?: phrase)?|mnemonic|ssn|social security(?: number)?|(?:credit )?card ?(?:number|no)|iban|cookie)(?: |$)/u;
const NAMED_ZH =
  /密码|密碼|口令|密钥|密鑰|私钥|私鑰|公私钥|令牌|助记词|助記詞|验证码|驗證碼|动态码|凭据|凭证|憑證|安全码|身份证号|银行卡号|信用卡号/u;
/** For descriptions, where a single word such as "key" is not significant. */
const SAID =
  /(?:^| )(?:pass ?words?|pass ?phrase|api ?keys?|access ?tokens?|private ?keys?|secret ?keys?|credentials|recovery phrase|seed phrase)(?: |$)/u;

const asWords = (text: string): string =>
  text
    .slice(0, 1000)
    .replaceAll(/(\p{Ll}|\d)(\p{Lu})/gu, "$1 $2")
    .replaceAll(/(\p{Lu})(\p{Lu}\p{Ll})/gu, "$1 $2")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

/**
 * Whether a field asks for a secret, by name, title, format and description. Numbers count only by name: `maxTokens`
 * is harmless, a PIN is not.
 */
export function looksSecret(field: Field): boolean {
  if (field.shape.kind !== "text" && field.shape.kind !== "number") return false;
  if (field.concealed === true) return true;
  const isText = field.shape.kind === "text";
  const names = [field.name, field.title ?? ""].map(asWords);
  if (names.some((name) => isCount(name, isText) || NAMED_ZH.test(name))) return true;
  const said = asWords(field.description ?? "");
  return isText && (SAID.test(said) || NAMED_ZH.test(said));
}

/** A number named after tokens or keys counts them; otherwise it is a PIN or code. */
const isCount = (name: string, isText: boolean): boolean =>
  NAMED.test(name) && (isText || !/tokens?|keys?/u.test(name));
