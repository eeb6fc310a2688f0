import { listAllHosts } from '../../hosts/all-hosts.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Env } from '../../platform/settings/env.ts';
import { askCertificate, endOf } from './certificate-end.ts';
import { type Check, type Finding, warning } from './finding.ts';

/**
 * Checks the certificates of the public addresses. They may be unreachable from this machine, so that is only a warning.
 */
export const certificateChecks = (db: Database, { PUBLIC_ORIGIN }: Env): Check[] => {
  const { protocol, hostname, port } = new URL(PUBLIC_ORIGIN);
  if (protocol !== 'https:') return [];
  return [
    {
      subject: 'certificate',
      advice: 'The host names of tenants could not be read.',
      async look() {
        const names = [hostname, ...(await listAllHosts(db)).filter((host) => host !== hostname)];
        return Promise.all(names.map((name) => lookAtCertificate(name, Number(port || 443))));
      },
    },
  ];
};

async function lookAtCertificate(host: string, port: number): Promise<Finding> {
  try {
    const { validTo, problem } = await askCertificate({ host, port });
    const found = endOf('certificate', host, validTo, 'Renew it and reload the proxy.');
    return found.state === 'ok' && problem !== null
      ? warning('certificate', `${found.text}, and is not trusted (${problem}).`)
      : found;
  } catch {
    return warning('certificate', `${host} cannot be reached from here. Check it from outside.`);
  }
}
