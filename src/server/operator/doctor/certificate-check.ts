import { once } from 'node:events';
import { connect } from 'node:tls';
import { listAllHosts } from '../../hosts/all-hosts.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Env } from '../../platform/settings/env.ts';
import { type Check, type Finding, failed, ok, warning } from './finding.ts';

const EXPIRES_SOON_DAYS = 14;
const DAY_MS = 24 * 60 * 60 * 1000;
const PATIENCE_MS = 5_000;

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
  // The certificate is also read when it is not trusted, so that the finding can say so.
  const socket = connect({ host, port, servername: host, rejectUnauthorized: false });
  socket.setTimeout(PATIENCE_MS, () => socket.destroy(new Error('no answer')));
  try {
    await once(socket, 'secureConnect');
    const days = Math.floor((Date.parse(socket.getPeerCertificate().valid_to) - Date.now()) / DAY_MS);
    const text = `${host}: ends in ${days} days`;
    if (days < 0) return failed('certificate', `${host}: it has expired. Renew it and reload the proxy.`);
    if (days < EXPIRES_SOON_DAYS) return warning('certificate', `${text}. Renew it and reload the proxy.`);
    if (!socket.authorized)
      return warning('certificate', `${text}, and is not trusted (${socket.authorizationError}).`);
    return ok('certificate', text);
  } catch {
    return warning('certificate', `${host} cannot be reached from here. Check it from outside.`);
  } finally {
    socket.destroy();
  }
}
