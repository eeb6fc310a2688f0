import type { CalendarDate } from '../../../shared/domain/calendar-date.ts';
import { ROUND } from '../../features/reconciliation/round.ts';
import { readPepperUse } from '../../identity/pepper-use.ts';
import { createEncryption } from '../../platform/crypto/encryption.ts';
import { createPeppers } from '../../platform/crypto/peppers.ts';
import type { Database } from '../../platform/db/database.ts';
import { type Env, encryptionKeysOf } from '../../platform/settings/env.ts';
import { formatCount } from '../command.ts';
import { readTenantNights, type TenantNight } from '../tenant-nights.ts';
import { type Check, type Finding, failed, ok, warning } from './finding.ts';
import { readKeysInUse } from './keys-in-use.ts';

const OLD_RECONCILIATION_HOURS = 26;
const OLD_DISPOSAL_DAYS = 3;
const HOUR_MS = 60 * 60 * 1000;
/** With more tenants, those that are well are counted instead of listed. */
const MAX_LISTED = 20;

export const tenantChecks = (db: Database, env: Env): Check[] => [
  {
    subject: 'tenants',
    advice: 'Their state could not be read.',
    look: () => lookAtTenants(db),
  },
  {
    subject: 'encryption keys',
    advice: 'Which keys are in use could not be read.',
    look: () => lookAtKeys(db, env),
  },
  {
    subject: 'peppers',
    advice: 'Which peppers are in use could not be read.',
    look: () => lookAtPeppers(db, env),
  },
];

async function lookAtTenants(db: Database): Promise<Finding[]> {
  const { dueDay, dueStatements, nights } = await readTenantNights(db);
  if (nights.length === 0)
    return [
      warning(
        'tenants',
        'There are none yet, so nobody can sign in. See docs/operations.md, "Add a tenant".',
      ),
    ];
  const findings = nights.flatMap((night) => [
    reconciliationFinding(night),
    disposalFinding(night),
    reportFinding(night, dueDay),
    ...postingFindings(night, dueDay),
    ...statementFindings(night, dueStatements),
  ]);
  if (nights.length <= MAX_LISTED) return findings;
  // Of many tenants, those that somebody has to look at are listed.
  const bad = findings.filter(({ state }) => state !== 'ok');
  return [
    ...bad.slice(0, MAX_LISTED),
    ...(bad.length > MAX_LISTED ? [warning('tenants', `${formatCount(bad.length)} such lines in all`)] : []),
    ok(
      'tenants',
      `${formatCount(nights.length)}; nothing to say about ${formatCount(findings.length - bad.length)} of ${formatCount(findings.length)} nightly jobs`,
    ),
  ];
}

function reconciliationFinding({ slug, comparedAt, differenceCount, checkedSince }: TenantNight): Finding {
  const advice = `Run: portal reconcile --tenant ${slug}`;
  if (!comparedAt) return warning('reconciliation', `${slug}: never done. ${advice}`);
  if (differenceCount) return failed('reconciliation', `${slug}: ${differenceCount} differences. ${advice}`);
  const hours = (Date.now() - comparedAt.getTime()) / HOUR_MS;
  const days = checkedSince ? Math.round((Date.now() - checkedSince.getTime()) / (24 * HOUR_MS)) : 0;
  const text = `${slug}: agreed to the cent ${Math.round(hours)} hours ago, all of it within ${days} days`;
  if (hours > OLD_RECONCILIATION_HOURS)
    return warning('reconciliation', `${text}; it should run every night. Is a worker running?`);
  return days > ROUND.nights
    ? warning('reconciliation', `${text}; it should be ${ROUND.nights}. ${advice} --all`)
    : ok('reconciliation', text);
}

function disposalFinding({ slug, disposedAt, disposalFailedCount }: TenantNight): Finding {
  const advice = `Is a worker running? Run: portal disposal run --tenant ${slug}`;
  if (!disposedAt) return warning('disposal', `${slug}: never done. ${advice}`);
  if (disposalFailedCount)
    return warning(
      'disposal',
      `${slug}: ${disposalFailedCount} could not be removed. See "Remove personal data" in docs/operations.md.`,
    );
  const days = Math.floor((Date.now() - disposedAt.getTime()) / (24 * HOUR_MS));
  return days >= OLD_DISPOSAL_DAYS
    ? warning('disposal', `${slug}: last done ${days} days ago; it should run every night. ${advice}`)
    : ok('disposal', `${slug}: what was past its retention was removed ${days} days ago`);
}

function reportFinding({ slug, isReportMissing, unsentCount }: TenantNight, dueDay: CalendarDate): Finding {
  const advice = `Run: portal report --tenant ${slug} --date ${dueDay}`;
  if (isReportMissing)
    return failed('nightly report', `${slug}: the reports of ${dueDay} were never queued. ${advice}`);
  return unsentCount > 0
    ? failed('nightly report', `${slug}: ${unsentCount} reports of ${dueDay} were not sent. ${advice}`)
    : ok('nightly report', `${slug}: all reports of ${dueDay} were sent`);
}

/** Only of tenants that post by file is it known that a day is missing. */
const postingFindings = ({ slug, isDayUnposted }: TenantNight, dueDay: CalendarDate): Finding[] =>
  isDayUnposted
    ? [
        warning(
          'posting',
          `${slug}: nothing was posted on ${dueDay} or since. Has the day's file come? Post it at the desk, or by the operator API`,
        ),
      ]
    : [];

const statementFindings = ({ slug, areStatementsMissing }: TenantNight, month: CalendarDate): Finding[] =>
  areStatementsMissing
    ? [
        warning(
          'statements',
          `${slug}: those of ${month.slice(0, 7)} are due and not all made; the worker makes them at 06:50 UTC. Run: portal statements make --tenant ${slug}`,
        ),
      ]
    : [];

/** Every encrypted value must be readable with one of the configured keys. */
async function lookAtKeys(db: Database, env: Env): Promise<Finding[]> {
  const encryption = createEncryption(encryptionKeysOf(env));
  const inUse = await readKeysInUse(db);
  const lost = [...inUse].filter((keyId) => !encryption.opens(keyId));
  if (lost.length > 0)
    return [
      failed(
        'encryption keys',
        `Values are encrypted with ${lost.join(', ')}, which is not configured. Add that key to ENCRYPTION_KEYS_OLD.`,
      ),
    ];
  const old = [...inUse].filter((keyId) => keyId !== encryption.keyId);
  if (old.length > 0)
    return [
      warning(
        'encryption keys',
        `Values are still encrypted with ${old.join(', ')}. Run: portal rotate-keys`,
      ),
    ];
  return [
    ok(
      'encryption keys',
      inUse.size > 0 ? `all values can be decrypted with ${encryption.keyId}` : 'nothing is encrypted yet',
    ),
  ];
}

/** Every password must be checkable with one of the configured peppers. Old ones go away as people sign in. */
async function lookAtPeppers(db: Database, env: Env): Promise<Finding[]> {
  const peppers = createPeppers(env.PASSWORD_PEPPER, env.PASSWORD_PEPPERS_OLD);
  const inUse = [...(await readPepperUse(db))];
  const sumOf = (ids: typeof inUse) => ids.reduce((sum, [, count]) => sum + count, 0);
  const lost = sumOf(inUse.filter(([id]) => !peppers.knows(id)));
  if (lost > 0)
    return [
      failed(
        'peppers',
        `${formatCount(lost)} passwords were hashed with a pepper that is not configured. Add it to PASSWORD_PEPPERS_OLD, or they have to be reset.`,
      ),
    ];
  const old = sumOf(inUse.filter(([id]) => peppers.isOld(id)));
  return [
    old > 0
      ? warning(
          'peppers',
          `${formatCount(old)} passwords still need a pepper of PASSWORD_PEPPERS_OLD, until their owners sign in.`,
        )
      : ok('peppers', `all ${formatCount(sumOf(inUse))} passwords were hashed with the current one`),
  ];
}
