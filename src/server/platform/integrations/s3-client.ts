import { readFileSync } from 'node:fs';
import { S3Client, S3ServiceException } from '@aws-sdk/client-s3';

export interface S3Access {
  endpoint: string;
  accessKey: string;
  secretKey: string;
  region?: string;
  /** The only authority that is trusted for the storage's certificate. */
  caFile?: string | undefined;
}

export const createS3Client = ({ endpoint, accessKey, secretKey, region = 'us-east-1', caFile }: S3Access) =>
  new S3Client({
    endpoint,
    region,
    credentials: { accessKeyId: accessKey, secretAccessKey: secretKey },
    // A bucket in the host name would need a DNS entry for each bucket, which self-hosted S3 seldom has.
    forcePathStyle: true,
    // Otherwise the SDK sends checksum trailers that Ceph's gateway and other S3 servers do not support.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: 3_000,
      requestTimeout: 30_000,
      throwOnRequestTimeout: true,
      ...(caFile && { httpsAgent: { ca: readFileSync(caFile) } }),
    },
  });

export const hasStatus = (error: unknown, ...statuses: number[]): boolean =>
  error instanceof S3ServiceException && statuses.includes(error.$metadata.httpStatusCode ?? 0);

/** Waits for a request that not every storage supports or allows. A storage that does not know it answers with one of these statuses. */
export async function whereSupported(request: Promise<unknown>): Promise<void> {
  await request.catch((error: unknown) => {
    if (!hasStatus(error, 400, 403, 404, 405, 409, 501)) throw error;
  });
}
