import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import {
  CreateBucketCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  NoSuchKey,
  PutBucketCorsCommand,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { outsideTransactions } from '../outside-work.ts';

export interface FileStorageConfig {
  endpoint: string;
  accessKey: string;
  secretKey: string;
  bucket: string;
  /** The address at which browsers reach the storage, if it differs from the server's. */
  publicEndpoint?: string | undefined;
  region?: string;
}

export interface StoredFile {
  body: Readable;
  contentType: string;
  size: number;
}

/** A signed PUT of exactly this many bytes with exactly these headers. Anything else breaks the signature. */
export interface Upload {
  url: string;
  headers: Record<string, string>;
  expiresInSeconds: number;
}

export class FileNotFoundError extends Error {
  constructor(key: string) {
    super(`No file is stored as ${key}`);
    this.name = 'FileNotFoundError';
  }
}

const pingTimeoutMs = 2_000;
/** The sender's own content type is never used, so that nothing opens these bytes before they are checked. */
const UNTRUSTED_TYPE = 'application/octet-stream';

export type FileStorage = ReturnType<typeof createFileStorage>;

export function createFileStorage({ bucket, ...config }: FileStorageConfig) {
  const settings = {
    region: config.region ?? 'us-east-1',
    credentials: { accessKeyId: config.accessKey, secretAccessKey: config.secretKey },
    // A bucket in the host name would need a DNS entry for each bucket, which self-hosted S3 seldom has.
    forcePathStyle: true,
    // Otherwise the SDK sends checksum trailers that Ceph's gateway and other S3 servers do not support.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: 3_000, requestTimeout: 30_000, throwOnRequestTimeout: true },
  } as const;
  const clientAt = (endpoint: string) => new S3Client({ ...settings, endpoint });
  const client = clientAt(config.endpoint);
  // A separate client, because the address is part of what is signed.
  const publicClient = clientAt(config.publicEndpoint ?? config.endpoint);

  /** Creates the bucket if it is missing. Several instances may start at once. */
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

  /** Allows pages of these origins to upload to signed addresses and nothing else. */
  async function allowUploadsFrom(origins: string[]): Promise<void> {
    const rule = {
      AllowedOrigins: origins,
      AllowedMethods: ['PUT'],
      AllowedHeaders: ['content-type'],
      MaxAgeSeconds: 600,
    };
    await client.send(new PutBucketCorsCommand({ Bucket: bucket, CORSConfiguration: { CORSRules: [rule] } }));
  }

  async function signUpload(key: string, size: number, expiresInSeconds: number): Promise<Upload> {
    const contentType = UNTRUSTED_TYPE;
    const command = new PutObjectCommand({
      Bucket: bucket,
      Key: key,
      ContentLength: size,
      ContentType: contentType,
    });
    const url = await getSignedUrl(publicClient, command, {
      expiresIn: expiresInSeconds,
      signableHeaders: new Set(['host', 'content-type', 'content-length']),
    });
    return { url, headers: { 'content-type': contentType }, expiresInSeconds };
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

  const asking = { ensureBucket, allowUploadsFrom, put, putFile, sizeOf, get, remove, ping };
  // Signing an address needs no request, so it is allowed inside a transaction.
  return { ...outsideTransactions('file storage', asking), signUpload };
}

function hasStatus(error: unknown, status: number): boolean {
  return error instanceof S3ServiceException && error.$metadata.httpStatusCode === status;
}
