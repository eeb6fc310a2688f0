import { Readable } from 'node:stream';
import {
  CreateBucketCommand,
  GetObjectCommand,
  HeadBucketCommand,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';

export interface FileStorageConfig {
  endpoint: string;
  accessKey: string;
  secretKey: string;
  bucket: string;
  region?: string;
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

export type FileStorage = ReturnType<typeof createFileStorage>;

export function createFileStorage({ bucket, ...config }: FileStorageConfig) {
  const client = new S3Client({
    endpoint: config.endpoint,
    region: config.region ?? 'us-east-1',
    credentials: { accessKeyId: config.accessKey, secretAccessKey: config.secretKey },
    // A bucket as a host name needs a DNS entry for each, which self-hosted S3 seldom has.
    forcePathStyle: true,
    // The SDK otherwise sends checksum trailers that Ceph's gateway and other S3 servers do not know.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: 3_000, requestTimeout: 30_000, throwOnRequestTimeout: true },
  });

  /** Creates the bucket when it is missing. Several instances may start at once. */
  async function ensureBucket(): Promise<void> {
    try {
      await client.send(new HeadBucketCommand({ Bucket: bucket }));
    } catch (error) {
      if (!hasStatus(error, 404)) throw error;
      await client.send(new CreateBucketCommand({ Bucket: bucket })).catch((failure: unknown) => {
        if (!(failure instanceof Error && failure.name === 'BucketAlreadyOwnedByYou')) throw failure;
      });
    }
  }

  async function put(key: string, body: Uint8Array, contentType: string): Promise<void> {
    await client.send(
      new PutObjectCommand({ Bucket: bucket, Key: key, Body: body, ContentType: contentType }),
    );
  }

  /** The caller reads the body to its end or destroys it: an abandoned one holds on to its connection. */
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

  /** Rejects unless the bucket is there and these credentials may use it. */
  async function ping(): Promise<void> {
    const abortSignal = AbortSignal.timeout(pingTimeoutMs);
    await client.send(new HeadBucketCommand({ Bucket: bucket }), { abortSignal });
  }

  return { ensureBucket, put, get, ping };
}

function hasStatus(error: unknown, status: number): boolean {
  return error instanceof S3ServiceException && error.$metadata.httpStatusCode === status;
}
