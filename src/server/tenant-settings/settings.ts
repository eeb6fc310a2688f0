import { MAX_BANK_HOLD_HOURS } from '../../shared/domain/bank-account.ts';
import { isBrandColor } from '../../shared/domain/brand-color.ts';
import { isCalendarDate } from '../../shared/domain/calendar-date.ts';
import { MAX_CLEARING_BANK_DAYS } from '../../shared/domain/debit-days.ts';
import { promisesFrom, QUEUE_NAMES } from '../../shared/domain/desk-queues.ts';
import { STAFF_IDLE_MINUTES } from '../../shared/domain/idle-limits.ts';
import { isMailAddress } from '../../shared/domain/mail-address.ts';
import { MONEY_LIMITS } from '../../shared/domain/money-limits.ts';
import { OPEN_STATUSES, recoveryFrom } from '../../shared/domain/recovery.ts';
import { SETTING_NAMES } from '../../shared/domain/setting-names.ts';
import { PRINCIPAL_METHODS, type PrincipalMethod } from '../../shared/domain/statements.ts';
import { turnDayAgain } from '../ledger/standings/turn-of-day.jobs.ts';
import { recordAudit } from '../platform/audit/audit.ts';
import { changesBetween } from '../platform/audit/changes.ts';
import type { Operator } from '../platform/audit/operator.ts';
import type { Tx } from '../platform/db/database.ts';
import { Refusal } from '../platform/errors.ts';
import { isSender } from '../platform/integrations/mail.ts';
import { tellFactorNotRequired } from './factor-notices.ts';

export interface TenantSettings {
  name: string;
  supportEmail: string;
  /** The address of a help page, or an e-mail address. */
  supportUrl: string;
  accountingEmail: string | null;
  /** Whom its mails are from; null where it is the operator's MAIL_FROM. */
  mailFrom: string | null;
  brandColor: string;
  disclosesAccounts: boolean;
  requiresSecondFactor: boolean;
  /** How many hours a change of a syndicate's bank account waits; 0 means not at all. */
  bankChangeHoldHours: number;
  /** The bank days from a debit to the day on which it has cleared. */
  clearingBankDays: number;
  /** What of the net balance comes in by status, where it is not the default: 'Collections 35; Default 10'. */
  recovery: string;
  /** Within which time what waits at the desk is dealt with, where it is not the default: 'invites 48; locked 2'. */
  queuePromises: string;
  /** Whether a syndicate with a cash account can accept a share only as far as its available cash goes. */
  checksCash: boolean;
  /** After how many idle minutes the sessions of staff end. */
  staffIdleMinutes: number;
  /** For how many months after its last use personal data is kept (docs/retention.md). */
  retentionMonths: number;
  /** The same of the records of funded deals. */
  dealRecordsMonths: number;
  /** By how much one person may correct a payment while its pay date is open, in whole dollars. */
  correctionLimitDollars: number;
  /** What one person may write off, discount, cancel or open again on a day, in whole dollars. */
  writeOffLimitDollars: number;
  /** What one person may fund on a day, in whole dollars. */
  fundingLimitDollars: number;
  /** How a payout is split into principal and income. */
  principalMethod: PrincipalMethod;
  /** The first month with statements, by its first day. */
  statementsFrom: string;
}

export type SettingsChange = { [K in keyof TenantSettings]?: TenantSettings[K] | undefined };

const SETTINGS = [
  'name',
  'supportEmail',
  'supportUrl',
  'accountingEmail',
  'mailFrom',
  'brandColor',
  'disclosesAccounts',
  'requiresSecondFactor',
  'bankChangeHoldHours',
  'clearingBankDays',
  'recovery',
  'queuePromises',
  'checksCash',
  'staffIdleMinutes',
  'retentionMonths',
  'dealRecordsMonths',
  'correctionLimitDollars',
  'writeOffLimitDollars',
  'fundingLimitDollars',
  'principalMethod',
  'statementsFrom',
] as const satisfies (keyof TenantSettings)[];

export const readSettings = (tx: Tx, tenantId: string) =>
  tx
    .selectFrom('tenants')
    .select(['slug', ...SETTINGS])
    .where('id', '=', tenantId)
    .executeTakeFirstOrThrow();

/**
 * Absent settings stay unchanged. The audit event contains the old and the new value of each that changed. Without a required
 * second factor the tenant is less safe, so that is also mailed.
 */
export async function changeSettings(
  tx: Tx,
  tenantId: string,
  change: SettingsChange,
  operator: Operator,
): Promise<void> {
  requireSettings(change);
  const before = await readSettings(tx, tenantId);
  const changed = SETTINGS.filter((name) => change[name] !== undefined && change[name] !== before[name]);
  if (changed.length === 0) return;
  const after = Object.fromEntries(changed.map((name) => [name, change[name] ?? null]));
  await tx.updateTable('tenants').set(after).where('id', '=', tenantId).execute();
  // Before anything is recorded: posting has the deals locked when it waits to record.
  if (changed.includes('clearingBankDays')) await turnDayAgain(tx, tenantId);
  await recordAudit(tx, {
    actorId: null,
    operator,
    action: 'settings changed',
    subject: 'tenant',
    details: changesBetween(before, after),
  });
  if (before.requiresSecondFactor && change.requiresSecondFactor === false)
    await tellFactorNotRequired(tx, tenantId, before.supportEmail, operator);
}

export function requireSettings({
  name,
  supportEmail,
  supportUrl,
  accountingEmail,
  mailFrom,
  brandColor,
  bankChangeHoldHours,
  clearingBankDays,
  recovery,
  queuePromises,
  staffIdleMinutes,
  principalMethod,
  statementsFrom,
  ...numbers
}: SettingsChange): void {
  if (name !== undefined && !/^[^\r\n\p{Cc}]{1,80}$/u.test(name))
    throw invalid('A name has 1 to 80 characters, in one line.');
  for (const address of [supportEmail, accountingEmail])
    if (address && !isMailAddress(address)) throw new Refusal('email_invalid');
  if (mailFrom && !isSender(mailFrom))
    throw invalid(
      'Mail is from an address, or from a name and an address: Harbor Capital <no-reply@harbor.example>.',
    );
  if (supportUrl !== undefined && !isHelp(supportUrl))
    throw invalid('The address of help begins with https:// or mailto:.');
  if (brandColor !== undefined && !isBrandColor(brandColor))
    throw invalid('The brand colour is written as #0b6b5d, and dark enough for white text (4.5 to 1).');
  if (bankChangeHoldHours !== undefined && !isWholeUpTo(bankChangeHoldHours, MAX_BANK_HOLD_HOURS))
    throw invalid(
      `A change of bank account waits a whole number of hours, from 0 to ${MAX_BANK_HOLD_HOURS}.`,
    );
  if (clearingBankDays !== undefined && !isWholeUpTo(clearingBankDays, MAX_CLEARING_BANK_DAYS))
    throw invalid(`A debit clears after a whole number of bank days, from 0 to ${MAX_CLEARING_BANK_DAYS}.`);
  const { least, most } = STAFF_IDLE_MINUTES;
  if (staffIdleMinutes !== undefined && !(isWholeUpTo(staffIdleMinutes, most) && staffIdleMinutes >= least))
    throw invalid(`The idle limit of staff is a whole number of minutes, from ${least} to ${most}.`);
  if (recovery !== undefined && !isReadable(recoveryFrom, recovery))
    throw invalid(
      `Recovery is a list of statuses with whole percents from 0 to 100, such as 'Collections 35; Default 10'. Statuses: ${OPEN_STATUSES.join(', ')}.`,
    );
  if (queuePromises !== undefined && !isReadable(promisesFrom, queuePromises))
    throw invalid(
      `Promises are a list of queues with hours from 1 to 720, 'same day' or 'none', such as 'invites 48; lines same day'. Queues: ${QUEUE_NAMES.join(', ')}.`,
    );
  for (const { setting, most } of Object.values(MONEY_LIMITS)) {
    const dollars = numbers[setting];
    if (dollars !== undefined && !isWholeUpTo(dollars, most))
      throw invalid(`${SETTING_NAMES[setting]} is a whole number of dollars, from 0 to ${most}.`);
  }
  if (principalMethod !== undefined && !PRINCIPAL_METHODS.includes(principalMethod))
    throw invalid(`Principal is counted by one of ${PRINCIPAL_METHODS.join(', ')}.`);
  if (statementsFrom !== undefined && !(isCalendarDate(statementsFrom) && statementsFrom.endsWith('-01')))
    throw invalid('Statements begin with a month, such as 2026-10.');
  for (const [name, { from, to, words }] of Object.entries(MONTHS)) {
    const count = numbers[name as keyof typeof MONTHS];
    if (count !== undefined && !(Number.isInteger(count) && count >= from && count <= to))
      throw invalid(`${words} ${from} to ${to} months after its last use.`);
  }
}

/** Two years are the most that 16 CFR 314.4(c)(6) allows without another reason, which is what a legal hold is for. */
export const MONTHS = {
  retentionMonths: { from: 6, to: 24, words: 'Personal data is kept for' },
  dealRecordsMonths: { from: 24, to: 120, words: 'The record of a funded deal is kept for' },
} as const;

const invalid = (message: string) => new Refusal('setting_invalid', { message });

function isReadable(read: (text: string) => unknown, text: string): boolean {
  try {
    read(text);
    return true;
  } catch {
    return false;
  }
}

const isWholeUpTo = (number: number, most: number) =>
  Number.isInteger(number) && number >= 0 && number <= most;

function isHelp(text: string): boolean {
  const url = URL.parse(text);
  if (url?.protocol === 'mailto:') return isMailAddress(url.pathname);
  return url?.protocol === 'https:' && url.username === '' && url.hostname.includes('.');
}
