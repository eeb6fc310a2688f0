import { randomBytes, randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { DeleteBucketCommand, DeleteObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { requiredVariable } from '../../testing/required-variable.ts';
import { createFileStorage, FileNotFoundError } from './file-storage.ts';

const config = {
  endpoint: requiredVariable('S3_ENDPOINT'),
  accessKey: requiredVariable('S3_ACCESS_KEY'),
  secretKey: requiredVariable('S3_SECRET_KEY'),
  bucket: `portal-test-${randomUUID()}`,
};
const storage = createFileStorage(config);
const key = `offers/${randomUUID()}/Zusage – final (1).pdf`;

describe('file storage', () => {
  beforeAll(() => storage.ensureBucket());

  afterAll(async () => {
    const client = new S3Client({
      endpoint: config.endpoint,
      region: 'us-east-1',
      credentials: { accessKeyId: config.accessKey, secretAccessKey: config.secretKey },
      forcePathStyle: true,
    });
    await client.send(new DeleteObjectCommand({ Bucket: config.bucket, Key: key }));
    await client.send(new DeleteBucketCommand({ Bucket: config.bucket }));
  });

  it('gives back the bytes, type and size that were put', async () => {
    const content = randomBytes(3 * 1024 * 1024);
    await storage.put(key, content, 'application/pdf');
    const file = await storage.get(key);
    expect(file).toMatchObject({ contentType: 'application/pdf', size: content.length });
    expect((await buffer(file.body)).equals(content)).toBe(true);
  });

  it('OFFER-03: a file on disk that cannot be read is an error of the call, and of nothing else', async () => {
    const missing = storage.putFile('a/b', { path: join(tmpdir(), randomUUID()), size: 5 });
    await expect(missing).rejects.toThrow('ENOENT');
    // A directory can be opened, but reading its first bytes fails.
    await expect(storage.putFile('a/b', { path: tmpdir(), size: 5 })).rejects.toThrow('EISDIR');
  });

  it('tells how large a file is, and takes it away, also when there is none', async () => {
    await storage.put('a/size', Buffer.from('12345'), 'text/plain');
    expect(await storage.sizeOf('a/size')).toBe(5);
    await storage.remove('a/size');
    await storage.remove('a/size');
    expect(await storage.sizeOf('a/size')).toBeNull();
  });

  it('says which file is not there', async () => {
    await expect(storage.get('offers/none.pdf')).rejects.toBeInstanceOf(FileNotFoundError);
  });

  it('ensures a bucket that exists, also from several instances at once', async () => {
    await Promise.all([storage.ensureBucket(), createFileStorage(config).ensureBucket()]);
  });

  it('OPS-05: is ready with a usable bucket, and not ready without one', async () => {
    await storage.ping();
    const missing = createFileStorage({ ...config, bucket: `portal-test-${randomUUID()}` });
    await expect(missing.ping()).rejects.toThrow();
  });

  it('is refused with a wrong secret', async () => {
    const intruder = createFileStorage({ ...config, secretKey: 'not-the-secret' });
    await expect(intruder.put(key, Buffer.from('x'), 'text/plain')).rejects.toMatchObject({
      name: 'SignatureDoesNotMatch',
    });
    await expect(intruder.get(key)).rejects.toMatchObject({ name: 'SignatureDoesNotMatch' });
    await expect(intruder.ping()).rejects.toMatchObject({ $metadata: { httpStatusCode: 403 } });
  });
});
