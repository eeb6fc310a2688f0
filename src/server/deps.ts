import type { FastifyBaseLogger } from 'fastify';
import type { HostDirectory } from './hosts/host-directory.ts';
import type { PortalFace } from './hosts/portal-face.ts';
import type { SignInThrottle } from './identity/sign-in-throttle.ts';
import type { Encryption } from './platform/crypto/encryption.ts';
import type { Passwords } from './platform/crypto/password-hashing.ts';
import type { Database } from './platform/db/database.ts';
import type { BankProvider } from './platform/integrations/bank-provider.ts';
import type { Captcha } from './platform/integrations/captcha.ts';
import type { FileStorage } from './platform/integrations/file-storage.ts';
import type { Mailer } from './platform/integrations/mail.ts';
import type { VirusScanner } from './platform/integrations/virus-scan.ts';
import type { Lifecycle } from './platform/operations/lifecycle.ts';

/** What the api is made of: opened once by api.ts, handed to each feature that declares which of it it uses. */
export interface Deps {
  db: Database;
  /** For readiness and metrics, which must not stand in line behind requests. */
  operationsDb: Database;
  lifecycle: Lifecycle;
  passwords: Passwords;
  encryption: Encryption;
  throttle: SignInThrottle;
  captcha: Captcha;
  /** None where the funder connects no banks. */
  bankProvider: BankProvider | null;
  fileStorage: FileStorage;
  mailer: Mailer;
  virusScanner: VirusScanner;
  publicOrigin: string;
  /** Where the browser puts files: the storage as browsers reach it. */
  uploadOrigin: string;
  trustedProxies: string[];
  /** The names under which the portal is asked for, and whose they are. */
  hosts: HostDirectory;
  /** What the pages before sign-in show where they are no tenant's own. */
  face: PortalFace;
  /** Lets a name be shown to lead here. */
  hostProofSecret: string;
  /** Folder of the built browser app; without it only the calls are served (the development server serves the app). */
  webFolder?: string;
  logger: FastifyBaseLogger;
}
