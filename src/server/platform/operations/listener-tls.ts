import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Server as HttpsServer } from 'node:https';
import type { FastifyInstance } from 'fastify';
import { Gauge, type Registry } from 'prom-client';
import type { Env } from '../settings/env.ts';

/** Where the certificate with which a process listens is, and its key. */
export interface CertificateFiles {
  cert: string;
  key: string;
}

const FRESH_MS = 60_000;

export const certificateFilesOf = ({
  TLS_CERT_FILE: cert,
  TLS_KEY_FILE: key,
}: Pick<Env, 'TLS_CERT_FILE' | 'TLS_KEY_FILE'>): CertificateFiles | undefined =>
  cert && key ? { cert, key } : undefined;

/**
 * The options with which Fastify listens with TLS, and never without it. Fastify's types tell the two kinds of servers apart, which
 * makes no difference to anything here.
 */
export function tlsOptions(files: CertificateFiles | undefined): { http?: never } {
  if (!files) return {};
  try {
    return { https: { ...read(files), minVersion: 'TLSv1.2' } } as object;
  } catch (error) {
    throw new Error(`TLS_CERT_FILE or TLS_KEY_FILE cannot be read: ${(error as Error).message}`);
  }
}

/** Takes over a renewed certificate while the process runs, and tells when it ends. */
export function followCertificate(
  app: FastifyInstance,
  metrics: Registry,
  files: CertificateFiles | undefined,
): void {
  if (!files) return;
  let used = read(files);
  const renew = () => {
    try {
      const found = read(files);
      if (found.cert.equals(used.cert) && found.key.equals(used.key)) return;
      // The type that Fastify was told is that of a server without TLS.
      const server: unknown = app.server;
      if (server instanceof HttpsServer) server.setSecureContext(found);
      used = found;
      app.log.info('a renewed certificate is in use');
    } catch (err) {
      // Perhaps only one of the two has been written yet. The one before stays in use.
      app.log.error({ err }, 'a renewed certificate cannot be used');
    }
  };
  const timer = setInterval(renew, FRESH_MS).unref();
  app.addHook('onClose', async () => clearInterval(timer));
  new Gauge({
    name: 'portal_certificate_ends_timestamp_seconds',
    help: 'When the certificate ends with which this process listens',
    registers: [metrics],
    collect() {
      this.set(Date.parse(new X509Certificate(used.cert).validTo) / 1000);
    },
  });
}

const read = ({ cert, key }: CertificateFiles) => ({ cert: readFileSync(cert), key: readFileSync(key) });
