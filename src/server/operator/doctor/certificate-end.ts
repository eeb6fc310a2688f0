import { once } from 'node:events';
import { isIP } from 'node:net';
import { connect } from 'node:tls';
import { type Finding, failed, ok, warning } from './finding.ts';

const EXPIRES_SOON_DAYS = 14;
const DAY_MS = 24 * 60 * 60 * 1000;
const PATIENCE_MS = 5_000;

/** Says in how many days a certificate ends, and what to do when that is soon. */
export function endOf(subject: string, whose: string, validTo: string, advice: string): Finding {
  const days = Math.floor((Date.parse(validTo) - Date.now()) / DAY_MS);
  const text = `${whose}: ends in ${days} days`;
  if (days < 0) return failed(subject, `${whose}: it has expired. ${advice}`);
  return days < EXPIRES_SOON_DAYS ? warning(subject, `${text}. ${advice}`) : ok(subject, text);
}

interface Asked {
  host: string;
  port: number;
  ca?: Buffer | undefined;
}

/** The certificate is also read when it is not trusted, so that the finding can say so. */
export async function askCertificate({ host, port, ca }: Asked) {
  const servername = isIP(host) === 0 ? host : '';
  const socket = connect({ host, port, servername, rejectUnauthorized: false, ...(ca && { ca }) });
  socket.setTimeout(PATIENCE_MS, () => socket.destroy(new Error('no answer')));
  try {
    await once(socket, 'secureConnect');
    const problem = socket.authorized ? null : String(socket.authorizationError);
    return { validTo: socket.getPeerCertificate().valid_to, problem };
  } finally {
    socket.destroy();
  }
}
