/**
 * The address as a path of this app, or undefined if it leads elsewhere. It is parsed as the browser does: '//host', '/\host' and
 * the same with a tab in between all name another host.
 */
export function appPath(address: unknown, origin: string = window.location.origin): string | undefined {
  if (typeof address !== 'string' || !address.startsWith('/') || !URL.canParse(address, origin))
    return undefined;
  const url = new URL(address, origin);
  if (url.origin !== origin || url.pathname.startsWith('//')) return undefined;
  return url.pathname + url.search + url.hash;
}
