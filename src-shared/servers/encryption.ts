// Whether what is sent to an address can be read on the way.

const LOOPBACK = /^http:\/\/([^@/?#\\]*@)?(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?([/?#]|$)/i;

/**
 * True under https, false where anybody on the way can read and change it, null where nothing leaves this
 * machine (plain http to loopback) or the address is of neither kind.
 */
export function isEncrypted(url: string): boolean | null {
  if (/^https:/i.test(url)) return true;
  return !/^http:/i.test(url) || LOOPBACK.test(url) ? null : false;
}
