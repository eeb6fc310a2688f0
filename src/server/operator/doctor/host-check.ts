import { listAllHosts } from '../../hosts/all-hosts.ts';
import { hostProofFailure } from '../../hosts/host-proof.ts';
import { originWithHost } from '../../hosts/site.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Env } from '../../platform/settings/env.ts';
import { type Check, type Finding, ok, warning } from './finding.ts';

/**
 * Checks whether each tenant's host name leads to this portal, over the same route as a visitor's request. It may be
 * unreachable from inside the network, so that is only a warning.
 */
export const hostChecks = (db: Database, env: Env): Check[] => [
  {
    subject: 'host name',
    advice: 'The host names of tenants could not be read.',
    look: async () => Promise.all((await listAllHosts(db)).map((host) => lookAtHost(host, env))),
  },
];

async function lookAtHost(host: string, { PUBLIC_ORIGIN, SIGN_IN_SECRET }: Env): Promise<Finding> {
  const problem = await hostProofFailure(originWithHost(new URL(PUBLIC_ORIGIN).origin, host), SIGN_IN_SECRET);
  return problem === null
    ? ok('host name', `${host} leads here`)
    : warning(
        'host name',
        `${host} does not lead here, as seen from inside: ${problem}. Check it from outside.`,
      );
}
