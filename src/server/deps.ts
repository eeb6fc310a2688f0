import type { FastifyBaseLogger } from 'fastify';
import type { HostDirectory } from './hosts/host-directory.ts';
import type { PortalFace } from './hosts/portal-face.ts';
import type { SignInThrottle } from './identity/sign-in-throttle.ts';
import type { Encryption } from './platform/crypto/encryption.ts';
import type { Passwords } from './platform/crypto/password-hashing.ts';
import type { Peppers } from './platform/crypto/peppers.ts';
import type { Database } from './platform/db/database.ts';
import type { BankProvider } from './platform/integrations/bank-provider.ts';
import type { Captcha } from './platform/integrations/captcha.ts';
import type { DomainRecords } from './platform/integrations/domain-records.ts';
import type { FileStorage } from './platform/integrations/file-storage.ts';
import type { Mailer } from './platform/integrations/mail.ts';
import type { OpenIdClient } from './platform/integrations/openid.ts';
import type { UploadStorage } from './platform/integrations/upload-storage.ts';
import type { VirusScanner } from './platform/integrations/virus-scan.ts';
import type { Lifecycle } from './platform/operations/lifecycle.ts';
import type { CertificateFiles } from './platform/operations/listener-tls.ts';

/** The parts that the api consists of. api.ts opens them once, and each feature declares which of them it uses. */
export interface Deps {
  db: Database;
  /** The same database, where a connection is the caller's own until it is given back, also outside of transactions. */
  directDb: Database;
  /** A separate pool for readiness and metrics, which must not wait behind requests. */
  operationsDb: Database;
  lifecycle: Lifecycle;
  passwords: Passwords;
  peppers: Peppers;
  encryption: Encryption;
  throttle: SignInThrottle;
  captcha: Captcha;
  /** Null when the funder connects no banks. */
  bankProvider: BankProvider | null;
  /** The providers at which a tenant's staff may sign in. */
  openId: OpenIdClient;
  /** What the DNS says about domains of single sign-on. */
  domainRecords: DomainRecords;
  fileStorage: FileStorage;
  uploadStorage: UploadStorage;
  mailer: Mailer;
  virusScanner: VirusScanner;
  publicOrigin: string;
  /** The origin of the file storage as browsers reach it when they upload. */
  uploadOrigin: string;
  trustedProxies: string[];
  /** The host names of the portal and the tenants that they belong to. */
  hosts: HostDirectory;
  /** What the pages before sign-in show on a host that belongs to no tenant. */
  face: PortalFace;
  /** The secret that proves that a host name leads to this portal. */
  hostProofSecret: string;
  /** Whether /api/docs and /api/operator/docs are served. */
  hasApiDocs: boolean;
  /** With which the api listens. Without it, it listens in plain text, on this machine alone in production. */
  certificate?: CertificateFiles | undefined;
  /** The folder of the built browser app. Without it only the API is served, and the development server serves the app. */
  webFolder?: string;
  logger: FastifyBaseLogger;
}
