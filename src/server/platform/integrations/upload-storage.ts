import {
  PutBucketCorsCommand,
  PutBucketLifecycleConfigurationCommand,
  PutBucketPolicyCommand,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { outsideTransactions } from '../outside-work.ts';
import { createFileStorage, type FileStorageConfig, UNTRUSTED_TYPE } from './file-storage.ts';
import { createS3Client, whereSupported } from './s3-client.ts';
import { uploadPolicy } from './upload-policy.ts';

export interface UploadStorageConfig extends FileStorageConfig {
  /** The identity with which uploads are signed. It may put files into this bucket, and nothing else. */
  signer: { accessKey: string; secretKey: string };
  /** What the storage's policies call that identity. With it, the portal sets the permission itself. */
  principal?: string | undefined;
  /** The address at which browsers reach the storage, if it differs from the server's. */
  publicEndpoint?: string | undefined;
}

/** A signed PUT of exactly this many bytes with exactly these headers. Anything else breaks the signature. */
export interface Upload {
  url: string;
  headers: Record<string, string>;
  expiresInSeconds: number;
}

/**
 * Gives the portal's own identity full control of what the other one put. As it is signed, nobody can send another ACL in
 * its place.
 */
const OWNERS_ACL = 'bucket-owner-full-control';
const HEADERS = { 'content-type': UNTRUSTED_TYPE, 'x-amz-acl': OWNERS_ACL };
/** Longer than any upload waits for its check. What is left then was forgotten. */
const KEPT_DAYS = 2;

export type UploadStorage = ReturnType<typeof createUploadStorage>;

/**
 * The bucket into which browsers put files that nobody has checked. A storage may honor headers that are not signed, such as
 * one that copies another object, so an upload is signed by an identity that can read nothing. Nothing is served from here.
 */
export function createUploadStorage({ signer, principal, publicEndpoint, ...config }: UploadStorageConfig) {
  const { bucket } = config;
  const files = createFileStorage(config);
  const client = createS3Client(config);
  // The address is part of what is signed.
  const signing = createS3Client({ ...config, ...signer, endpoint: publicEndpoint ?? config.endpoint });

  async function prepare(): Promise<void> {
    await files.ensureBucket();
    if (principal)
      await client.send(
        new PutBucketPolicyCommand({ Bucket: bucket, Policy: uploadPolicy(bucket, principal, OWNERS_ACL) }),
      );
    const rule = {
      ID: 'forgotten uploads',
      Status: 'Enabled',
      Filter: { Prefix: '' },
      Expiration: { Days: KEPT_DAYS },
    } as const;
    await whereSupported(
      client.send(
        new PutBucketLifecycleConfigurationCommand({
          Bucket: bucket,
          LifecycleConfiguration: { Rules: [rule] },
        }),
      ),
    );
  }

  /** Allows pages of these origins to upload to signed addresses and nothing else. */
  async function allowFrom(origins: string[]): Promise<void> {
    const rule = {
      AllowedOrigins: origins,
      AllowedMethods: ['PUT'],
      AllowedHeaders: Object.keys(HEADERS),
      MaxAgeSeconds: 600,
    };
    await client.send(new PutBucketCorsCommand({ Bucket: bucket, CORSConfiguration: { CORSRules: [rule] } }));
  }

  /** Contacts no server, so it is allowed inside a transaction. */
  async function sign(key: string, size: number, expiresInSeconds: number): Promise<Upload> {
    const command = new PutObjectCommand({
      Bucket: bucket,
      Key: key,
      ContentLength: size,
      ContentType: UNTRUSTED_TYPE,
      ACL: OWNERS_ACL,
    });
    const url = await getSignedUrl(signing, command, {
      expiresIn: expiresInSeconds,
      signableHeaders: new Set(['host', 'content-length', ...Object.keys(HEADERS)]),
      // In the address it would be signed too, but Ceph reads it from the header alone.
      unhoistableHeaders: new Set(['x-amz-acl']),
    });
    return { url, headers: { ...HEADERS }, expiresInSeconds };
  }

  const { putFile, sizeOf, get, remove, ping } = files;
  const asking = { prepare, allowFrom, putFile, sizeOf, get, remove, ping };
  return { ...outsideTransactions('file storage', asking), sign };
}
