import { DeleteBucketCommand, DeleteObjectCommand, ListObjectsV2Command } from '@aws-sdk/client-s3';
import { createS3Client, type S3Access } from '../platform/integrations/s3-client.ts';

/** Deletes the buckets that a test made, with what is in them. */
export async function emptyBuckets(access: S3Access, buckets: readonly string[]): Promise<void> {
  const client = createS3Client(access);
  for (const Bucket of buckets) {
    const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket }));
    for (const { Key } of Contents) await client.send(new DeleteObjectCommand({ Bucket, Key }));
    await client.send(new DeleteBucketCommand({ Bucket }));
  }
}
