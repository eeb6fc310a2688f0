import type { Database } from '../platform/db/database.ts';
import { withClaims } from '../platform/db/transactions.ts';
import { originWithHost, type Site } from './site.ts';

/** How long a removed host name may still be answered. */
const FRESH_MS = 10_000;
/** An unknown host name is looked up again at most this often, however many requests ask for it. */
const LOOK_AGAIN_MS = 1_000;

export interface HostDirectory {
  /** Null for an unknown host name. */
  siteAt(host: string): Promise<Site | null>;
  /** The origins of all pages of the portal. */
  origins(): Promise<string[]>;
  /** Called with all origins whenever they have changed. */
  onChange(listener: (origins: string[]) => void): void;
}

interface Options {
  db: Database;
  publicOrigin: string;
  /** The tenant that the portal's own pages are for, when the portal serves a single tenant. */
  signInTenantId?: string | undefined;
}

/** The host names of the portal, kept in memory because every request needs one. */
export function createHostDirectory({ db, publicOrigin, signInTenantId }: Options): HostDirectory {
  const ownHost = new URL(publicOrigin).hostname;
  const ownSite = (tenantId: string | null, faceTenantId: string | null): Site => ({
    host: null,
    origin: publicOrigin,
    tenantId,
    faceTenantId,
    brandColor: null,
  });
  const listeners: ((origins: string[]) => void)[] = [];
  let sites = new Map<string, Site>([[ownHost, ownSite(null, signInTenantId ?? null)]]);
  let triedAt = Number.NEGATIVE_INFINITY;
  let hasRead = false;
  let reading: Promise<void> | null = null;

  const originsOf = () => [...new Set([...sites.values()].map(({ origin }) => origin))].sort();

  async function read(): Promise<void> {
    const { hosts, tenants } = await withClaims(
      db,
      { listsTenants: true },
      async (tx) => ({
        hosts: await tx.selectFrom('tenantHosts').select(['host', 'tenantId']).execute(),
        // Only of tenants that have a page of their own: there may be thousands of others, and this is read every ten seconds.
        tenants: await tx
          .selectFrom('tenants')
          .select(['id', 'brandColor'])
          .where((eb) =>
            eb.or([
              eb('id', 'in', eb.selectFrom('tenantHosts').select('tenantId')),
              ...(signInTenantId === undefined ? [] : [eb('id', '=', signInTenantId)]),
            ]),
          )
          .execute(),
      }),
      { readOnly: true },
    );
    const before = originsOf().join();
    const colorOf = new Map(tenants.map(({ id, brandColor }) => [id, brandColor]));
    const ownTenantId = hosts.find(({ host }) => host === ownHost)?.tenantId ?? null;
    const own = ownSite(ownTenantId, ownTenantId ?? signInTenantId ?? null);
    const all = hosts
      .filter(({ host }) => host !== ownHost)
      .map(({ host, tenantId }): [string, Site] => [
        host,
        { ...own, host, origin: originWithHost(publicOrigin, host), tenantId, faceTenantId: tenantId },
      ]);
    sites = new Map(
      [[ownHost, own] as const, ...all].map(([host, site]) => [
        host,
        { ...site, brandColor: colorOf.get(site.faceTenantId ?? '') ?? null },
      ]),
    );
    hasRead = true;
    if (originsOf().join() !== before) for (const listener of listeners) listener(originsOf());
  }

  let lastFailure: unknown;

  /** Only one look-up runs at a time. If the database does not answer, the last known names stay valid. */
  const readAgain = (): Promise<void> => {
    triedAt = performance.now();
    reading ??= read()
      .catch((error: unknown) => {
        lastFailure = error;
      })
      .finally(() => {
        reading = null;
      });
    return reading;
  };

  return {
    async siteAt(host) {
      const isKnown = hasRead && sites.has(host);
      if (performance.now() - triedAt > (isKnown ? FRESH_MS : LOOK_AGAIN_MS)) void readAgain();
      if (!isKnown) await reading;
      // Nobody knows yet which names there are, so this one is not unknown.
      if (!hasRead && host !== ownHost && lastFailure !== undefined) throw lastFailure;
      return sites.get(host) ?? null;
    },
    async origins() {
      await readAgain();
      return originsOf();
    },
    onChange: (listener) => void listeners.push(listener),
  };
}
