import * as z from 'zod/mini';
import { WEAKENING_KINDS } from '../domain/protections.ts';
import { PRINCIPAL_METHODS } from '../domain/statements.ts';
import { id, wireObject } from './codecs.ts';
import { reason } from './desk-people.ts';
import { endpoint } from './endpoint.ts';

const text = z.string().check(z.trim(), z.minLength(1), z.maxLength(300));
const list = z.string().check(z.trim(), z.maxLength(300));

const settings = {
  name: ['name', z.string()],
  brandColor: ['brand_color', z.string()],
  supportEmail: ['support_email', z.string()],
  supportUrl: ['support_url', z.string()],
  accountingEmail: ['accounting_email', z.nullable(z.string())],
  requiresSecondFactor: ['requires_second_factor', z.boolean()],
  bankChangeHoldHours: ['bank_change_hold_hours', z.int()],
  disclosesAccounts: ['discloses_accounts', z.boolean()],
  clearingBankDays: ['clearing_bank_days', z.int()],
  checksCash: ['checks_cash', z.boolean()],
  staffIdleMinutes: ['staff_idle_minutes', z.int()],
  recovery: ['recovery', z.string()],
  queuePromises: ['queue_promises', z.string()],
  retentionMonths: ['retention_months', z.int()],
  dealRecordsMonths: ['deal_records_months', z.int()],
  correctionLimitDollars: ['correction_limit_dollars', z.int()],
  writeOffLimitDollars: ['write_off_limit_dollars', z.int()],
  fundingLimitDollars: ['funding_limit_dollars', z.int()],
  principalMethod: ['principal_method', z.enum(PRINCIPAL_METHODS)],
} as const;

/** Some of the settings. Absent ones are not meant. */
const someSettings = wireObject({
  name: ['name', z.optional(text)],
  brandColor: ['brand_color', z.optional(text)],
  supportEmail: ['support_email', z.optional(text)],
  supportUrl: ['support_url', z.optional(text)],
  accountingEmail: ['accounting_email', z.optional(z.nullable(text))],
  requiresSecondFactor: ['requires_second_factor', z.optional(z.boolean())],
  bankChangeHoldHours: ['bank_change_hold_hours', z.optional(z.int())],
  disclosesAccounts: ['discloses_accounts', z.optional(z.boolean())],
  clearingBankDays: ['clearing_bank_days', z.optional(z.int())],
  checksCash: ['checks_cash', z.optional(z.boolean())],
  staffIdleMinutes: ['staff_idle_minutes', z.optional(z.int())],
  recovery: ['recovery', z.optional(list)],
  queuePromises: ['queue_promises', z.optional(list)],
  retentionMonths: ['retention_months', z.optional(z.int())],
  dealRecordsMonths: ['deal_records_months', z.optional(z.int())],
  correctionLimitDollars: ['correction_limit_dollars', z.optional(z.int())],
  writeOffLimitDollars: ['write_off_limit_dollars', z.optional(z.int())],
  fundingLimitDollars: ['funding_limit_dollars', z.optional(z.int())],
  principalMethod: ['principal_method', z.optional(z.enum(PRINCIPAL_METHODS))],
});

/** Of a setting that a change names: brand_color on the wire, brandColor in the code. */
const settingName = z.codec(z.string(), z.string(), {
  decode: (wire) => wire.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
  encode: (name) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
});

const lastChange = wireObject({
  setting: ['setting', settingName],
  at: ['changed_at', z.iso.datetime()],
  by: ['changed_by', z.string()],
});

const allSettings = wireObject({
  settings: ['settings', wireObject(settings)],
  /** The last change of each setting that was ever changed, also of those of single sign-on. */
  lastChanges: ['last_changes', z.array(lastChange)],
  /** Whom mails are from; null where it is the operator's own address. Only the operator sets it. */
  mailFrom: ['mail_from', z.nullable(z.string())],
  hosts: ['hosts', z.array(wireObject({ host: ['host', z.string()], isMain: ['is_main', z.boolean()] }))],
  /** Who else may change settings, and so decide about what takes two people. */
  others: ['others', z.array(z.string())],
});

export const deskSettingsContract = {
  settings: endpoint({
    method: 'GET',
    path: '/api/desk/v1/settings',
    access: 'staff',
    needs: ['view-desk', 'change-settings'],
    summary: 'The settings of the funder, with who changed each of them last.',
    response: allSettings,
  }),

  changeSettings: endpoint({
    method: 'PUT',
    path: '/api/desk/v1/settings',
    access: 'staff',
    needs: ['view-desk', 'change-settings'],
    needsFreshFactor: true,
    records: ['settings changed'],
    summary:
      'Changes the given settings if they are still as the person saw them (`seen`). What makes a protection weaker is refused: it takes two people.',
    refusals: ['email_invalid', 'setting_invalid', 'settings_changed_meanwhile', 'second_person_needed'],
    body: wireObject({ change: ['change', someSettings], seen: ['seen', someSettings] }),
    response: allSettings,
  }),

  askToWeaken: endpoint({
    method: 'POST',
    path: '/api/desk/v1/settings/weaken',
    access: 'staff',
    needs: ['view-desk', 'change-settings'],
    records: ['approval asked for'],
    summary:
      'Asks a second person to make a protection weaker: off, or the given number of hours, months or minutes.',
    refusals: ['setting_invalid', 'protection_not_weaker', 'approval_waiting'],
    body: wireObject({
      kind: ['kind', z.enum(WEAKENING_KINDS)],
      /** The hours, months or minutes, where it is about those. */
      value: ['value', z.optional(z.int())],
      reason: ['reason', reason],
    }),
    response: wireObject({ approvalId: ['approval_id', id] }),
  }),
};
