import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { TLSSocket } from 'node:tls';
import pg from 'pg';
import type { Env } from '../../platform/settings/env.ts';
import { askCertificate, endOf } from './certificate-end.ts';
import { type Check, type Finding, warning } from './finding.ts';

const SUBJECT = 'inner TLS';
const RENEW = 'Renew it (docs/operations.md, Inner certificates).';

/**
 * The certificates with which the parts of an installation know each other: the one that this process listens with, and those that
 * the database and the file storage show. Whoever shows one that is not trusted fails in a check of its own.
 */
export const innerCertificateChecks = (env: Env): Check[] => [
  ...(env.TLS_CERT_FILE === undefined
    ? []
    : [
        {
          subject: SUBJECT,
          advice: 'Can TLS_CERT_FILE be read, and is it a certificate?',
          look: async () => [await lookAtFile(env.TLS_CERT_FILE ?? '')],
        },
      ]),
  {
    subject: SUBJECT,
    advice: 'The certificates of the database and the file storage could not be read.',
    look: async () => (await Promise.all([lookAtDatabase(env), lookAtStorage(env)])).flat(),
  },
];

const lookAtFile = async (file: string): Promise<Finding> =>
  endOf(SUBJECT, 'api and worker', new X509Certificate(await readFile(file)).validTo, RENEW);

async function lookAtDatabase({ DATABASE_URL }: Env): Promise<Finding[]> {
  const client = new pg.Client({ connectionString: DATABASE_URL, connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    // The driver has no other way to tell with whom it speaks.
    const { stream } = (client as unknown as { connection: { stream: unknown } }).connection;
    return stream instanceof TLSSocket
      ? [endOf(SUBJECT, 'database', stream.getPeerCertificate().valid_to, RENEW)]
      : [];
  } catch {
    // The check of the database tells why.
    return [];
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function lookAtStorage({ S3_ENDPOINT, S3_CA_FILE }: Env): Promise<Finding[]> {
  const { protocol, hostname, port } = new URL(S3_ENDPOINT);
  if (protocol !== 'https:') return [];
  const ca = S3_CA_FILE === undefined ? undefined : await readFile(S3_CA_FILE);
  try {
    const { validTo, problem } = await askCertificate({ host: hostname, port: Number(port || 443), ca });
    return problem === null
      ? [endOf(SUBJECT, 'file storage', validTo, RENEW)]
      : [warning(SUBJECT, `file storage: its certificate is not trusted (${problem}). Check S3_CA_FILE.`)];
  } catch {
    return [];
  }
}
