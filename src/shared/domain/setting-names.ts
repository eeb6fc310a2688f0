import type { Protections } from './protections.ts';
import { METHOD_WORDS } from './statement-words.ts';
import type { PrincipalMethod } from './statements.ts';

/** The settings of a funder that its staff change at the desk. */
export interface DeskSettings extends Protections {
  name: string;
  brandColor: string;
  supportEmail: string;
  supportUrl: string;
  accountingEmail: string | null;
  clearingBankDays: number;
  recovery: string;
  queuePromises: string;
  principalMethod: PrincipalMethod;
}

export type SettingName = keyof DeskSettings;

/** What each is called, on the page and in words about a conflict. */
export const SETTING_NAMES: Readonly<Record<SettingName, string>> = {
  name: 'Name of the portal',
  brandColor: 'Brand color',
  supportEmail: 'Support e-mail',
  supportUrl: 'Help address',
  accountingEmail: 'Accounting e-mail',
  requiresSecondFactor: 'Second factor of investors',
  bankChangeHoldHours: 'Waiting period of a bank change',
  disclosesAccounts: 'Accounts at sign-in',
  clearingBankDays: 'Bank days until a debit clears',
  checksCash: 'Shares limited by available cash',
  recovery: 'Recovery by status',
  queuePromises: 'Promises of the board',
  retentionMonths: 'Personal data is kept for',
  dealRecordsMonths: 'Records of funded deals are kept for',
  correctionLimitDollars: 'Correction limit',
  writeOffLimitDollars: 'Write-off limit',
  fundingLimitDollars: 'Funding limit',
  staffIdleMinutes: 'Idle limit of staff',
  principalMethod: 'Principal and income on statements',
};

export const DESK_SETTING_NAMES = Object.keys(SETTING_NAMES) as readonly SettingName[];

const ON_OFF: Readonly<Partial<Record<SettingName, readonly [on: string, off: string]>>> = {
  requiresSecondFactor: ['required', 'not required'],
  disclosesAccounts: ['disclosed', 'hidden'],
  checksCash: ['on', 'off'],
};

const UNITS: Readonly<Partial<Record<SettingName, string>>> = {
  bankChangeHoldHours: 'hour',
  clearingBankDays: 'bank day',
  staffIdleMinutes: 'minute',
  retentionMonths: 'month',
  dealRecordsMonths: 'month',
  correctionLimitDollars: 'dollar',
  writeOffLimitDollars: 'dollar',
  fundingLimitDollars: 'dollar',
};

/** A value as people read it: '72 hours', 'required', 'nothing'. */
export function settingInWords(name: SettingName, value: string | number | boolean | null): string {
  if (typeof value === 'boolean') return ON_OFF[name]?.[value ? 0 : 1] ?? (value ? 'on' : 'off');
  if (typeof value === 'number') return `${value} ${UNITS[name] ?? ''}${value === 1 ? '' : 's'}`;
  if (value === null || value === '')
    return name === 'recovery' || name === 'queuePromises' ? 'the defaults' : 'nothing';
  return name === 'principalMethod' ? METHOD_WORDS[value as PrincipalMethod] : value;
}
