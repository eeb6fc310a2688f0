/** What is asked for under one host name: the whole portal, or the portal of one tenant. */
export interface Site {
  /** The tenant's own name for its portal; null at the portal's own. */
  host: string | null;
  /** As the browser writes it: what a page of this site says it comes from. */
  origin: string;
  /** The only tenant that can be entered here; null where each of a person's can. */
  tenantId: string | null;
  /** The tenant whose name and support the pages before sign-in show; null for the portal's own. */
  faceTenantId: string | null;
  /** That tenant's. */
  brandColor: string | null;
}

/** The same scheme and port under another name. */
export function originAt(publicOrigin: string, host: string): string {
  const url = new URL(publicOrigin);
  url.hostname = host;
  return url.origin;
}

/** At a tenant's own name there is no other tenant. */
export const isOfSite = ({ tenantId: ofSite }: Pick<Site, 'tenantId'>, tenantId: string | null): boolean =>
  ofSite === null || ofSite === tenantId;
