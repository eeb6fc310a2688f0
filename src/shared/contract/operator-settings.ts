import * as z from 'zod/mini';
import { PRINCIPAL_METHODS } from '../domain/statements.ts';
import { wireObject } from './codecs.ts';
import { endpoint } from './endpoint.ts';

const text = z.string().check(z.trim(), z.minLength(1), z.maxLength(300));

const settings = wireObject({
  slug: ['tenant', z.string()],
  name: ['name', z.string()],
  supportEmail: ['support_email', z.string()],
  supportUrl: ['support_url', z.string()],
  accountingEmail: ['accounting_email', z.nullable(z.string())],
  brandColor: ['brand_color', z.string()],
  disclosesAccounts: ['discloses_accounts', z.boolean()],
  requiresSecondFactor: ['requires_second_factor', z.boolean()],
  bankChangeHoldHours: ['bank_change_hold_hours', z.int()],
  clearingBankDays: ['clearing_bank_days', z.int()],
  /** By status, where it is not the default: 'Collections 35; Default 10'. */
  recovery: ['recovery', z.string()],
  /** By queue of the desk, where it is not the default: 'invites 48; locked 2'. */
  queuePromises: ['queue_promises', z.string()],
  checksCash: ['checks_cash', z.boolean()],
  /** How payouts are split into principal and income on statements. */
  principalMethod: ['principal_method', z.enum(PRINCIPAL_METHODS)],
});

export const operatorSettingsContract = {
  settings: endpoint({
    method: 'GET',
    path: '/api/operator/v1/settings',
    access: 'service token',
    scope: 'settings',
    summary:
      "The tenant's settings: the name of its portal, its support contact, and what it requires of its users.",
    response: settings,
  }),

  changeSettings: endpoint({
    method: 'PUT',
    path: '/api/operator/v1/settings',
    access: 'service token',
    scope: 'settings',
    records: ['settings changed'],
    summary: 'Changes the given settings and returns all of them.',
    refusals: ['email_invalid', 'setting_invalid'],
    body: wireObject({
      name: ['name', z.optional(text)],
      supportEmail: ['support_email', z.optional(text)],
      supportUrl: ['support_url', z.optional(text)],
      accountingEmail: ['accounting_email', z.optional(z.nullable(text))],
      brandColor: ['brand_color', z.optional(text)],
      disclosesAccounts: ['discloses_accounts', z.optional(z.boolean())],
      requiresSecondFactor: ['requires_second_factor', z.optional(z.boolean())],
      bankChangeHoldHours: ['bank_change_hold_hours', z.optional(z.int())],
      clearingBankDays: ['clearing_bank_days', z.optional(z.int())],
      checksCash: ['checks_cash', z.optional(z.boolean())],
      principalMethod: ['principal_method', z.optional(z.enum(PRINCIPAL_METHODS))],
      recovery: ['recovery', z.optional(z.string().check(z.trim(), z.maxLength(300)))],
      queuePromises: ['queue_promises', z.optional(z.string().check(z.trim(), z.maxLength(300)))],
    }),
    response: settings,
  }),
};
