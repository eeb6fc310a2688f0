import * as z from 'zod/mini';
import { PHONE_TYPES } from '../domain/contact-details.ts';
import { MOST_CC } from '../domain/mail-address.ts';
import { isStateCode } from '../domain/us-states.ts';
import { done, flag, id, pathId, wireObject } from './codecs.ts';
import { endpoint } from './endpoint.ts';
import { percent } from './value-codecs.ts';

const onOff = z.codec(z.enum(['On', 'Off']), z.boolean(), {
  decode: (word) => word === 'On',
  encode: (value) => (value ? 'On' : 'Off'),
});

const nullableText = z.nullable(z.string());

const phone = wireObject({
  id: ['id', id],
  number: ['syndicate_phone_number', nullableText],
  type: ['syndicate_phone_type', nullableText],
});

const address = wireObject({
  id: ['id', id],
  street: ['syndicate_street', nullableText],
  city: ['syndicate_city', nullableText],
  state: ['syndicate_state', nullableText],
  zip: ['syndicate_zip', nullableText],
});

/** Numbers are masked down to the last four digits. */
const bankChange = wireObject({
  bankName: ['syndicate_bank_name', z.string()],
  accountNumber: ['syndicate_account_number', z.string()],
  routingNumber: ['syndicate_routing_number', z.string()],
  requestedAt: ['requested_at', z.iso.datetime()],
  takesEffectAt: ['takes_effect_at', z.iso.datetime()],
});

const syndicate = wireObject({
  id: ['id', id],
  name: ['syndicate_name', z.string()],
  abbreviation: ['syndicate_abbreviation', z.string()],
  /** 1 is Monday, 5 is Friday. */
  payDays: ['pay_days', z.array(z.int())],
  defaultSharePercent: ['syndicate_participation_percent', percent],
  managementFeePercent: ['syndicate_management_fee_percentage', percent],
  syndicationFeePercent: ['syndicate_fee_percentage', percent],
  contactPerson: ['contact_person', nullableText],
  phone: ['syndicate_phone', phone],
  address: ['syndicate_address', address],
  esignEmail: ['syndicate_esign_email', z.string()],
  ccEmails: ['syndicate_cc_emails', z.array(z.string())],
  bankName: ['syndicate_bank_name', nullableText],
  /** Masked down to the last four digits. */
  accountNumber: ['syndicate_account_number', nullableText],
  routingNumber: ['syndicate_routing_number', nullableText],
  pendingBankChange: ['pending_bank_change', z.nullable(bankChange)],
  showsSimpleView: ['show_quick_view_tab', flag],
  showsDetailedView: ['show_detailed_view_tab', flag],
  showsDealsTab: ['deals_tab', flag],
  usesCashBalance: ['is_cash_balance', flag],
  showsCashBalance: ['show_cash_balance', flag],
});

const portalUser = wireObject({
  id: ['id', id],
  name: ['name', z.string()],
  email: ['email', z.string()],
  loginName: ['username', z.string()],
  syndicate: ['syndication', syndicate],
});

const shortText = z.string().check(z.trim(), z.minLength(1), z.maxLength(100));
const mailText = z.string().check(z.maxLength(254));
const password = z.string().check(z.minLength(1), z.maxLength(128));
const linkToken = z.string().check(z.regex(/^[\w-]{1,200}$/));
export const profileContract = {
  portalUserProfile: endpoint({
    method: 'GET',
    path: '/api/getPortalUserProfile/:user_id',
    access: 'member',
    recordsUse: 'syndicate viewed',
    openBefore: ['password change', 'second factor'],
    summary:
      'The signed-in user with their syndicate; with syndicate_id, for a manager, with that one instead. Bank numbers are masked.',
    params: wireObject({ userId: ['user_id', pathId] }),
    query: wireObject({ syndicateId: ['syndicate_id', z.optional(pathId)] }),
    // A list of one, as the older system answered.
    response: z.tuple([portalUser]),
  }),

  userPermissions: endpoint({
    method: 'GET',
    path: '/api/user_permission/user_permissions/:user_id',
    access: 'member',
    summary:
      'What the signed-in user may do beyond looking at the own book. For showing and hiding; the server checks again.',
    params: wireObject({ userId: ['user_id', pathId] }),
    response: z.tuple([
      wireObject({
        userId: ['user_id', id],
        canSwitchSyndicates: ['syndcation_manager', flag],
        canViewFcs: ['fcs', onOff],
      }),
    ]),
  }),

  updateContact: endpoint({
    method: 'POST',
    path: '/api/updatePortalUserProfile',
    access: 'member',
    records: ['contact changed', 'e-sign email changed'],
    summary:
      "Changes the contact details of the caller's own syndicate. Another e-sign address needs the password, and is told to the old one and the new one.",
    body: wireObject({
      userId: ['user_id', id],
      syndicateId: ['syndicate_id', id],
      contactPerson: ['name', shortText],
      phoneNumber: ['syndicate_phone_number', z.string().check(z.trim(), z.maxLength(25))],
      phoneType: ['syndicate_phone_type', z.enum(PHONE_TYPES)],
      street: ['syndicate_street', shortText],
      city: ['syndicate_city', shortText],
      state: ['syndicate_state', z.string().check(z.refine(isStateCode))],
      zip: ['syndicate_zip', z.string().check(z.trim(), z.maxLength(10))],
      esignEmail: ['syndicate_esign_email', mailText],
      ccEmails: ['syndicate_cc_emails', z.array(mailText).check(z.maxLength(MOST_CC))],
      password: ['password', z.optional(password)],
    }),
    response: done,
  }),

  changeBankAccount: endpoint({
    method: 'POST',
    path: '/api/updateSyndicateBankInfo',
    access: 'member',
    records: ['bank change requested'],
    summary:
      "Asks for another bank account for the caller's own syndicate. It takes effect after 72 hours, unless it is cancelled; a newer one replaces it.",
    body: wireObject({
      userId: ['user_id', id],
      syndicateId: ['syndicate_id', id],
      bankName: ['syndicate_bank_name', shortText],
      accountNumber: ['syndicate_account_number', z.string().check(z.maxLength(40))],
      routingNumber: ['syndicate_routing_number', z.string().check(z.maxLength(40))],
      password: ['password', z.optional(password)],
    }),
    response: wireObject({ takesEffectAt: ['takes_effect_at', z.iso.datetime()] }),
  }),

  cancelBankChange: endpoint({
    method: 'POST',
    path: '/api/syndicate/bank_change/cancel',
    access: 'member',
    records: ['bank change cancelled'],
    summary: "Cancels the change of bank account that the caller's own syndicate is waiting for.",
    body: wireObject({ syndicateId: ['syndicate_id', id] }),
    response: done,
  }),

  revealBankNumbers: endpoint({
    method: 'POST',
    path: '/api/syndicate/bank_account/reveal',
    access: 'member',
    records: ['bank numbers revealed'],
    summary: "The bank numbers of the caller's own syndicate in full, for the password. Recorded.",
    body: wireObject({ syndicateId: ['syndicate_id', id], password: ['password', password] }),
    response: wireObject({
      accountNumber: ['syndicate_account_number', z.string()],
      routingNumber: ['syndicate_routing_number', z.string()],
    }),
  }),

  bankChangeOfLink: endpoint({
    method: 'POST',
    path: '/api/syndicate/bank_change/of_link',
    access: 'anyone',
    summary: 'What the link in the notice of a change of bank account would cancel. Changes nothing.',
    body: wireObject({ token: ['token', linkToken] }),
    response: wireObject({
      state: ['state', z.enum(['pending', 'applied', 'cancelled', 'replaced'])],
      syndicateName: ['syndicate_name', z.string()],
      change: ['change', bankChange],
    }),
  }),

  cancelBankChangeByLink: endpoint({
    method: 'POST',
    path: '/api/syndicate/bank_change/cancel_by_link',
    access: 'anyone',
    records: ['bank change cancelled'],
    summary: 'Cancels a change of bank account by the link in its notice, without signing in.',
    body: wireObject({ token: ['token', linkToken] }),
    response: done,
  }),
};
