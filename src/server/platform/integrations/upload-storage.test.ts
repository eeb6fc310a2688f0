import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { emptyBuckets } from '../../testing/empty-buckets.ts';
import { requiredVariable } from '../../testing/required-variable.ts';
import { uploadIdentity } from '../../testing/services.ts';
import { createFileStorage } from './file-storage.ts';
import { createUploadStorage } from './upload-storage.ts';

/**
 * What the portal relies on, whichever storage it is. S3_ENDPOINT and the keys name the storage that is tried: Ceph on a
 * development machine, and any other when they are given (scripts/services).
 */
const access = {
  endpoint: requiredVariable('S3_ENDPOINT'),
  accessKey: requiredVariable('S3_ACCESS_KEY'),
  secretKey: requiredVariable('S3_SECRET_KEY'),
};
const bucket = `portal-test-${randomUUID()}`;
const uploadBucket = `${bucket}-uploads`;
const files = createFileStorage({ ...access, bucket });
const uploads = createUploadStorage({ ...access, bucket: uploadBucket, ...uploadIdentity() });
/** The identity that signs uploads, as if its keys were known to an attacker. */
const signerIn = (name: string) => createFileStorage({ ...access, ...uploadIdentity().signer, bucket: name });

const SECRET = 'files/of-another-tenant';
const SECRET_BYTES = Buffer.from('their statement');
const WAITING = 'staged/of-another-tenant';

beforeAll(async () => {
  await files.ensureBucket();
  await uploads.prepare();
  await files.put(SECRET, SECRET_BYTES, 'application/pdf');
  const { url, headers } = await uploads.sign(WAITING, SECRET_BYTES.length, 60);
  await fetch(url, { method: 'PUT', headers, body: SECRET_BYTES });
});
afterAll(() => emptyBuckets(access, [bucket, uploadBucket]));

interface Attempt {
  /** As it was signed. */
  size?: number;
  method?: string;
  headers?: Record<string, string>;
  body?: Buffer<ArrayBuffer>;
  alter?(url: URL): void;
}

/** Uses a signed address in another way than it was meant, and looks at what came of it. */
async function attempt({
  size = 5,
  method = 'PUT',
  headers = {},
  body = Buffer.from('mine!'),
  alter,
}: Attempt) {
  const key = `staged/${randomUUID()}`;
  const signed = await uploads.sign(key, size, 60);
  const url = new URL(signed.url);
  alter?.(url);
  const { status } = await fetch(url, {
    method,
    headers: { ...signed.headers, ...headers },
    ...(method !== 'GET' && method !== 'HEAD' && { body }),
  });
  const isThere = (await uploads.sizeOf(key)) !== null;
  const stored = isThere ? String(await buffer((await uploads.get(key)).body)) : null;
  const open = await fetch(`${access.endpoint}/${uploadBucket}/${key}`);
  return { status, stored, anonymous: open.status };
}

test('UPLOAD-01 a signed upload puts the bytes that it was signed for, and nobody can read them there', async () => {
  expect(await attempt({})).toEqual({ status: 200, stored: 'mine!', anonymous: 403 });
});

const EMPTY = { size: 0, body: Buffer.alloc(0) };
const EVERYBODY = 'uri="http://acs.amazonaws.com/groups/global/AllUsers"';
const hour = new Date(Date.now() + 3_600_000).toISOString();

test.each<[string, Attempt]>([
  ['a copy of a file', { ...EMPTY, headers: { 'x-amz-copy-source': `/${bucket}/${SECRET}` } }],
  ['a copy of a file that was sent bytes too', { headers: { 'x-amz-copy-source': `/${bucket}/${SECRET}` } }],
  [
    "a copy of somebody's upload",
    { ...EMPTY, headers: { 'x-amz-copy-source': `/${uploadBucket}/${WAITING}` } },
  ],
  ['a public ACL', { headers: { 'x-amz-acl': 'public-read' } }],
  ['a second ACL', { headers: { 'x-amz-acl': 'bucket-owner-full-control, public-read' } }],
  ['a grant to read', { headers: { 'x-amz-grant-read': EVERYBODY } }],
  ['a grant of everything', { headers: { 'x-amz-grant-full-control': EVERYBODY } }],
  ['another storage class', { headers: { 'x-amz-storage-class': 'GLACIER' } }],
  [
    'a lock',
    { headers: { 'x-amz-object-lock-mode': 'COMPLIANCE', 'x-amz-object-lock-retain-until-date': hour } },
  ],
  [
    'chunks of another length',
    {
      headers: {
        'x-amz-decoded-content-length': '99',
        'x-amz-content-sha256': 'STREAMING-AWS4-HMAC-SHA256-PAYLOAD',
      },
    },
  ],
  ['more bytes', { body: Buffer.from('mine!!') }],
  ['fewer bytes', { body: Buffer.from('mine') }],
  ['another type', { headers: { 'content-type': 'text/html' } }],
  [
    'another key',
    {
      alter: (url) => {
        url.pathname = `/${uploadBucket}/staged/another`;
      },
    },
  ],
  [
    'another bucket',
    {
      alter: (url) => {
        url.pathname = url.pathname.replace(uploadBucket, bucket);
      },
    },
  ],
  ['reading', { method: 'GET' }],
  ['deleting', { method: 'DELETE' }],
  ['a form', { method: 'POST' }],
  ['an upload in parts', { method: 'POST', alter: (url) => url.searchParams.set('uploads', '') }],
  [
    'a part of an upload',
    {
      alter: (url) => {
        url.searchParams.set('partNumber', '1');
        url.searchParams.set('uploadId', 'x');
      },
    },
  ],
  ['an ACL afterwards', { alter: (url) => url.searchParams.set('acl', '') }],
])('UPLOAD-01 security rule: a signed upload is refused for %s', async (_what, given) => {
  const { status, stored, anonymous } = await attempt(given);
  expect({ isRefused: status >= 400 && status < 500, stored, anonymous }).toEqual({
    isRefused: true,
    stored: null,
    anonymous: 403,
  });
});

test.each([
  ['tags', { 'x-amz-tagging': 'public=yes' }],
  ['an address to lead on to', { 'x-amz-website-redirect-location': 'https://elsewhere.example/' }],
  ['words of its own', { 'x-amz-meta-name': 'x' }],
])(
  'UPLOAD-01 security rule: a signed upload with %s is refused, or stores the same bytes, which nobody can read',
  async (_what, headers) => {
    const { status, stored, anonymous } = await attempt({ headers });
    expect([status === 200 ? 'mine!' : null, 403]).toEqual([stored, anonymous]);
  },
);

test('UPLOAD-01 security rule: the identity that signs uploads reads, lists, changes and deletes nothing, and puts nowhere else', async () => {
  for (const name of [bucket, uploadBucket]) {
    const signer = signerIn(name);
    const key = name === bucket ? SECRET : WAITING;
    const asking = [() => signer.get(key), () => signer.sizeOf(key), signer.ping, () => signer.remove(key)];
    for (const ask of asking)
      await expect(ask()).rejects.toMatchObject({ $metadata: { httpStatusCode: 403 } });
  }
  await expect(signerIn(bucket).put('files/new', SECRET_BYTES, 'text/plain')).rejects.toMatchObject({
    $metadata: { httpStatusCode: 403 },
  });
  expect(await files.sizeOf(SECRET)).toBe(SECRET_BYTES.length);
  expect(await uploads.sizeOf(WAITING)).toBe(SECRET_BYTES.length);
});

test("OFFER-03 pages of the portal's own origin may put what was signed for them, and nobody else's", async () => {
  await uploads.allowFrom(['https://portal.example']);
  const { url } = await uploads.sign('a/b', 5, 60);
  const ask = (origin: string, method: string) =>
    fetch(url, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': method,
        'access-control-request-headers': 'content-type,x-amz-acl',
      },
    });
  const allowed = await ask('https://portal.example', 'PUT');
  expect(allowed.status).toBe(200);
  expect(allowed.headers.get('access-control-allow-origin')).toBe('https://portal.example');
  expect((await ask('https://elsewhere.example', 'PUT')).status).toBe(403);
  expect((await ask('https://portal.example', 'DELETE')).status).toBe(403);
});

test('OFFER-03 signs for the address at which browsers reach it', async () => {
  const outside = createUploadStorage({
    ...access,
    bucket: uploadBucket,
    ...uploadIdentity(),
    publicEndpoint: 'https://files.portal.example',
  });
  const { url, headers, expiresInSeconds } = await outside.sign('a/b', 5, 60);
  expect(new URL(url).origin).toBe('https://files.portal.example');
  expect({ headers, expiresInSeconds }).toEqual({
    headers: { 'content-type': 'application/octet-stream', 'x-amz-acl': 'bucket-owner-full-control' },
    expiresInSeconds: 60,
  });
});
