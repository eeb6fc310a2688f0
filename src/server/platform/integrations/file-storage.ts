import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import {
  CreateBucketCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  NoSuchKey,
  PutObjectCommand,
  PutPublicAccessBlockCommand,
} from '@aws-sdk/client-s3';
import { outsideTransactions } from '../outside-work.ts';
import { createS3Client, hasStatus, type S3Access, whereSupported } from './s3-client.ts';

export interface FileStorageConfig extends S3Access {
  bucket: string;
}

export interface StoredFile {
  body: Readable;
  contentType: string;
  size: number;
}

export class FileNotFoundError extends Error {
  constructor(key: string) {
    super(`No file is stored as ${key}`);
    this.name = 'FileNotFoundError';
  }
}

const pingTimeoutMs = 2_000;
/** The sender's own content type is never used, so that nothing opens these bytes before they are checked. */
export const UNTRUSTED_TYPE = 'application/octet-stream';

/**
 * Strangers read nothing, whatever an object's or the bucket's own rules say. The two that are off would refuse such rules when
 * they are set; Ceph 16 takes them as reasons to refuse every upload, and the policy that keeps strangers out.
 */
const CLOSED = {
  IgnorePublicAcls: true,
  RestrictPublicBuckets: true,
  BlockPublicAcls: false,
  BlockPublicPolicy: false,
};

/** Whether a key that somebody else wrote names an object by its own letters, as the database requires too. */
export const isPlainKey = (key: string): boolean =>
  !/[\\\p{Cc}]/u.test(key) && key.split('/').every((segment) => !/^\.{0,2}$/.test(segment));

export type FileStorage = ReturnType<typeof createFileStorage>;

export function createFileStorage({ bucket, ...access }: FileStorageConfig) {
  const client = createS3Client(access);

  /** Creates the bucket if it is missing, and closes it to strangers. Several instances may start at once. */
  async function ensureBucket(): Promise<void> {
    try {
      await client.send(new HeadBucketCommand({ Bucket: bucket }));
    } catch (error) {
      if (!hasStatus(error, 404)) throw error;
      await client.send(new CreateBucketCommand({ Bucket: bucket })).catch((failure: unknown) => {
        if (!(failure instanceof Error && failure.name === 'BucketAlreadyOwnedByYou')) throw failure;
      });
    }
    await whereSupported(
      client.send(
        new PutPublicAccessBlockCommand({ Bucket: bucket, PublicAccessBlockConfiguration: CLOSED }),
      ),
    );
  }

  async function put(key: string, body: Uint8Array, contentType: string): Promise<void> {
    await client.send(
      new PutObjectCommand({ Bucket: bucket, Key: key, Body: body, ContentType: contentType }),
    );
  }

  /** Stores a file from disk as a stream, without reading it into memory. */
  async function putFile(key: string, { path, size }: { path: string; size: number }): Promise<void> {
    const body = (await open(path)).createReadStream();
    // The client does not notice an error of the stream that it sends, so the error aborts the request.
    const reading = new AbortController();
    body.on('error', (error) => reading.abort(error));
    const command = new PutObjectCommand({
      Bucket: bucket,
      Key: key,
      ContentType: UNTRUSTED_TYPE,
      Body: body,
      ContentLength: size,
    });
    try {
      await client.send(command, { abortSignal: reading.signal });
    } catch (error) {
      throw body.errored ?? error;
    } finally {
      body.destroy();
    }
  }

  /** Returns the size in bytes; null when nothing is stored there. */
  async function sizeOf(key: string): Promise<number | null> {
    try {
      const { ContentLength } = await client.send(new HeadObjectCommand({ Bucket: bucket, Key: key }));
      return ContentLength ?? 0;
    } catch (error) {
      if (hasStatus(error, 404)) return null;
      throw error;
    }
  }

  /** Succeeds even if there is nothing to remove. */
  async function remove(key: string): Promise<void> {
    await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key }));
  }

  /** The caller must read the body to its end or destroy it, because an abandoned body keeps its connection. */
  async function get(key: string): Promise<StoredFile> {
    try {
      const { Body, ContentType, ContentLength } = await client.send(
        new GetObjectCommand({ Bucket: bucket, Key: key }),
      );
      if (!(Body instanceof Readable)) throw new Error('The file storage answered without a body');
      return { body: Body, contentType: ContentType ?? 'application/octet-stream', size: ContentLength ?? 0 };
    } catch (error) {
      if (error instanceof NoSuchKey) throw new FileNotFoundError(key);
      throw error;
    }
  }

  /** Rejects unless the bucket exists and these credentials may use it. */
  async function ping(): Promise<void> {
    const abortSignal = AbortSignal.timeout(pingTimeoutMs);
    await client.send(new HeadBucketCommand({ Bucket: bucket }), { abortSignal });
  }

  return outsideTransactions('file storage', { ensureBucket, put, putFile, sizeOf, get, remove, ping });
}
