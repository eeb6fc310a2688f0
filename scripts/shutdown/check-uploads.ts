import { randomUUID } from 'node:crypto';
import { GetObjectTaggingCommand, HeadObjectCommand } from '@aws-sdk/client-s3';
import { createS3Client } from '../../src/server/platform/integrations/s3-client.ts';
import { createUploadStorage } from '../../src/server/platform/integrations/upload-storage.ts';
import { requiredVariable } from '../../src/server/testing/required-variable.ts';
import { uploadIdentity } from '../../src/server/testing/services.ts';
import type { Connection } from './visitor.ts';

const BYTES = 'uploaded through the proxy';

/** Uploads through the proxy, with headers that nobody signed: the storage gets the bytes, and none of those headers. */
export async function checkUploads(files: Connection, publicEndpoint: string): Promise<void> {
  const access = {
    endpoint: requiredVariable('S3_ENDPOINT'),
    accessKey: requiredVariable('S3_ACCESS_KEY'),
    secretKey: requiredVariable('S3_SECRET_KEY'),
  };
  const bucket = requiredVariable('S3_UPLOAD_BUCKET');
  const uploads = createUploadStorage({ ...access, bucket, publicEndpoint, ...uploadIdentity() });
  await uploads.prepare();
  await uploads.allowFrom([files.origin]);
  const client = createS3Client(access);
  const key = `proxy/${randomUUID()}`;
  const { url, headers } = await uploads.sign(key, BYTES.length, 60);
  const { pathname, search } = new URL(url);

  const put = (more: Record<string, string>, method = 'PUT') =>
    new Promise<number>((resolve, reject) => {
      const sent = files.request(
        {
          path: pathname + search,
          method,
          agent: files.newAgent(),
          headers: { ...headers, ...more, ...(method === 'PUT' && { 'content-length': BYTES.length }) },
        },
        (answer) => {
          answer.resume();
          resolve(answer.statusCode ?? 0);
        },
      );
      sent.on('error', reject);
      sent.end(method === 'PUT' ? BYTES : undefined);
    });

  const asked = { origin: files.origin, 'access-control-request-method': 'PUT' };
  if ((await put(asked, 'OPTIONS')) !== 200) throw new Error('A browser may not upload through the proxy.');
  const unsigned = {
    'x-amz-copy-source': `/${bucket}/another`,
    'x-amz-tagging': 'a=b',
    'x-amz-meta-a': 'b',
    'x-amz-website-redirect-location': 'https://elsewhere.example/',
    'x-amz-storage-class': 'GLACIER',
  };
  const status = await put(unsigned);
  if (status !== 200) throw new Error(`An upload through the proxy answered ${status}.`);
  const seen = await client.send(new HeadObjectCommand({ Bucket: bucket, Key: key }));
  const { TagSet } = await client.send(new GetObjectTaggingCommand({ Bucket: bucket, Key: key }));
  const passed = [TagSet?.length, Object.keys(seen.Metadata ?? {}).length, seen.WebsiteRedirectLocation];
  if (seen.ContentLength !== BYTES.length || passed.some(Boolean))
    throw new Error(`The proxy passed unsigned headers on: ${JSON.stringify(passed)}.`);
  if ((await put({ 'x-amz-acl': 'public-read' })) !== 403) throw new Error('Another ACL was accepted.');
  await uploads.remove(key);
}
