/**
 * A host name as browsers and certificates write it: lower case, ASCII, without a port. Null for anything else, including
 * IP addresses, for which no certificate is issued.
 */
export function hostName(typed: string): string | null {
  const url = URL.parse(`https://${typed.trim()}`);
  if (!url || url.host === '' || url.href !== `https://${url.host}/`) return null;
  const { hostname } = url;
  if (url.port !== '' || hostname.startsWith('[') || /^[\d.]+$/.test(hostname)) return null;
  const labels = hostname.split('.');
  const isName = labels.every((label) => /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(label));
  return isName && labels.length > 1 && hostname.length <= 253 ? hostname : null;
}
