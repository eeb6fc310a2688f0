import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Deps } from '../../deps.ts';
import { readLastBackup } from '../../platform/operations/backups.ts';
import type { Dependencies } from '../../platform/operations/readiness.ts';
import { readVersion } from '../../platform/operations/version.ts';

export type HealthDeps = Pick<Deps, 'operationsDb' | 'certificate'> & { dependencies: Dependencies };

/** What is known without looking for long: the parts are asked at most every ten seconds, whoever looks. */
export function watchHealth({ operationsDb, certificate, dependencies }: HealthDeps) {
  let version: string | undefined;
  return async () => {
    version ??= readVersion().version;
    const [{ dependencies: states }, backup, certificateEndsAt] = await Promise.all([
      dependencies.readiness(),
      readLastBackup(operationsDb),
      readEndOf(certificate?.cert),
    ]);
    return {
      parts: Object.entries(states).map(([name, state]) => ({ name, isUp: state === 'up' })),
      backupAt: backup?.finishedAt.toISOString() ?? null,
      certificateEndsAt,
      version,
    };
  };
}

/** Where a proxy has the certificate, nothing is known of its end. */
async function readEndOf(file: string | undefined): Promise<string | null> {
  if (file === undefined) return null;
  return new Date(new X509Certificate(await readFile(file)).validTo).toISOString();
}
