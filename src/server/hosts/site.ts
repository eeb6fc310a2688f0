/** What a host name gives access to: the whole portal, or the portal of one tenant. */
export interface Site {
  /** The tenant's own host name; null at the portal's own. */
  host: string | null;
  /** The origin as the browser writes it in requests from this site's pages. */
  origin: string;
  /** The only tenant that can be entered at this site; null when all of a user's tenants can. */
  tenantId: string | null;
  /** The tenant whose name and support contact are shown before sign-in; null for the portal's own. */
  faceTenantId: string | null;
  /** That tenant's brand color. */
  brandColor: string | null;
}

/** The same scheme and port with another host name. */
export function originWithHost(publicOrigin: string, host: string): string {
  const url = new URL(publicOrigin);
  url.hostname = host;
  return url.origin;
}

/** At a tenant's own host name, no other tenant exists. */
export const belongsToSite = (
  { tenantId: ofSite }: Pick<Site, 'tenantId'>,
  tenantId: string | null,
): boolean => ofSite === null || ofSite === tenantId;
