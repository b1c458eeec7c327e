// Whether the connection to an address is encrypted.

const LOOPBACK = /^http:\/\/([^@/?#\\]*@)?(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?([/?#]|$)/i;

/**
 * True for https, false for plain http to another machine; null for http to loopback and for addresses that are
 * neither.
 */
export function isEncrypted(url: string): boolean | null {
  if (/^https:/i.test(url)) return true;
  return !/^http:/i.test(url) || LOOPBACK.test(url) ? null : false;
}
