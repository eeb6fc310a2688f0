import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { request as requestHttp } from 'node:http';
import { type RequestOptions, request as requestHttps } from 'node:https';
import { createFileStorage } from '../../platform/integrations/file-storage.ts';
import { createUploadStorage } from '../../platform/integrations/upload-storage.ts';
import { type Env, fileServicesOf, uploadsOf } from '../../platform/settings/env.ts';
import { type Check, type Finding, failed, ok } from './finding.ts';

const WRITTEN = Buffer.from('written by portal doctor');
const SUBJECT = 'uploads';
const IDENTITY =
  'Let the identity S3_UPLOAD_ACCESS_KEY put objects into S3_UPLOAD_BUCKET and nothing else (docs/operations.md, File storage).';

/** Attacks the storage with a signed upload, as whoever holds the link to an offer could. */
export const uploadCheck = (env: Env): Check => ({
  subject: SUBJECT,
  advice:
    'Is the file storage up, do both buckets exist, and are the S3_UPLOAD_ settings right? Until then brokers cannot upload.',
  look: () => lookAtUploads(env),
});

async function lookAtUploads(env: Env): Promise<Finding[]> {
  const files = createFileStorage(fileServicesOf(env).storage);
  // At the server's own address, so that it is the storage that is tried and not the proxy in front of it.
  const uploads = createUploadStorage({ ...uploadsOf(env), publicEndpoint: undefined });
  const probe = `doctor/${randomUUID()}`;
  const keys: string[] = [];

  async function put(size: number, headers: Record<string, string> = {}) {
    const key = `doctor/${randomUUID()}`;
    keys.push(key);
    const signed = await uploads.sign(key, size, 60);
    const asked = { method: 'PUT', headers: { ...signed.headers, ...headers, 'content-length': size } };
    return { key, isTaken: await isAllowed(signed.url, asked, WRITTEN.subarray(0, size)) };
  }

  async function findWeaknesses(): Promise<Finding[]> {
    const honest = await put(WRITTEN.length);
    if (!honest.isTaken || (await uploads.sizeOf(honest.key)) !== WRITTEN.length)
      return [failed(SUBJECT, `A signed upload is not taken, so brokers cannot upload. ${IDENTITY}`)];
    const findings: Finding[] = [];
    const copies = { 'x-amz-copy-source': `/${env.S3_BUCKET}/${probe}` };
    for (const size of [0, WRITTEN.length])
      if ((await put(size, copies)).isTaken)
        findings.push(failed(SUBJECT, `A signed upload can copy any file of S3_BUCKET. ${IDENTITY}`));
    const published = [
      honest.key,
      (await put(WRITTEN.length, { 'x-amz-acl': 'public-read' })).key,
      (await put(WRITTEN.length, { 'x-amz-grant-read': EVERYBODY })).key,
    ];
    for (const key of published)
      if (await isAllowed(`${env.S3_ENDPOINT}/${env.S3_UPLOAD_BUCKET}/${key}`))
        findings.push(
          failed(
            SUBJECT,
            'Anybody can read what was uploaded. Close S3_UPLOAD_BUCKET to strangers and public ACLs.',
          ),
        );
    if (await isReadableBySigner())
      findings.push(failed(SUBJECT, `S3_UPLOAD_ACCESS_KEY can read the files of S3_BUCKET. ${IDENTITY}`));
    return findings;
  }

  const ca = env.S3_CA_FILE === undefined ? undefined : await readFile(env.S3_CA_FILE);
  /** As a stranger asks, who has no client for the storage; fetch would trust no authority of ours. */
  const isAllowed = (url: string, asked: RequestOptions = {}, body?: Uint8Array) =>
    new Promise<boolean>((resolve, reject) => {
      const request = url.startsWith('https:') ? requestHttps : requestHttp;
      const sent = request(url, { ...asked, agent: false, ...(ca && { ca }) }, (answer) => {
        answer.resume();
        answer.on('end', () => resolve((answer.statusCode ?? 500) < 300));
        answer.on('error', reject);
      });
      sent.on('error', reject);
      sent.end(body);
    });

  const isReadableBySigner = () =>
    createFileStorage({ ...fileServicesOf(env).storage, ...uploadsOf(env).signer })
      .sizeOf(probe)
      .then(
        (size) => size !== null,
        () => false,
      );

  await files.put(probe, WRITTEN, 'text/plain');
  try {
    const weaknesses = await findWeaknesses();
    if (weaknesses.length > 0) return onlyOnce(weaknesses);
    return [ok(SUBJECT, `put a file into ${env.S3_UPLOAD_BUCKET}; could copy and publish nothing with it`)];
  } finally {
    await files.remove(probe);
    for (const key of keys) await uploads.remove(key);
  }
}

const EVERYBODY = 'uri="http://acs.amazonaws.com/groups/global/AllUsers"';

const onlyOnce = (findings: readonly Finding[]): Finding[] => [
  ...new Map(findings.map((finding) => [finding.text, finding])).values(),
];
