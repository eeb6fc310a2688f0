import * as z from 'zod/mini';
import { done, flag, givenId, id, pathId, wireObject } from './codecs.ts';
import { givenMails, givenPhoneType, givenState, mailText } from './contact-codecs.ts';
import { endpoint } from './endpoint.ts';
import { withInvestorPermissions } from './investor-permission-codecs.ts';
import { money, percent } from './value-codecs.ts';

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

/** Bank numbers are masked except for the last four digits. */
const bankChange = wireObject({
  bankName: ['syndicate_bank_name', z.string()],
  accountNumber: ['syndicate_account_number', z.string()],
  routingNumber: ['syndicate_routing_number', z.string()],
  requestedAt: ['requested_at', z.iso.datetime()],
  takesEffectAt: ['takes_effect_at', z.iso.datetime()],
});

const syndicate = wireObject({
  id: ['id', id],
  /** The id of the syndicate's first user; null before one is invited. */
  userId: ['user_id', z.nullable(id)],
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
  /** Masked except for the last four digits. */
  accountNumber: ['syndicate_account_number', nullableText],
  routingNumber: ['syndicate_routing_number', nullableText],
  pendingBankChange: ['pending_bank_change', z.nullable(bankChange)],
  /** How many hours the next change of the bank account will wait. */
  bankChangeHoldHours: ['bank_change_hold_hours', z.int()],
  showsSimpleView: ['show_quick_view_tab', flag],
  showsDetailedView: ['show_detailed_view_tab', flag],
  showsDealsTab: ['deals_tab', flag],
  usesCashBalance: ['is_cash_balance', flag],
  showsCashBalance: ['show_cash_balance', flag],
  /** Null when the syndicate has no such balance. */
  cashBalance: ['cash_balance', z.nullable(money)],
});

const portalUser = wireObject({
  /** 0, without a name or an e-mail, when the syndicate has no user yet. */
  id: ['id', id],
  name: ['name', z.string()],
  email: ['email', z.string()],
  loginName: ['username', z.string()],
  syndicate: ['syndication', syndicate],
});

const shortText = z.string().check(z.trim(), z.minLength(1), z.maxLength(100));
const password = z.string().check(z.minLength(1), z.maxLength(128));
const linkToken = z.string().check(z.regex(/^[\w-]{1,200}$/));
export const profileContract = {
  portalUserProfile: endpoint({
    method: 'GET',
    path: '/api/getPortalUserProfile/:user_id',
    access: 'investor',
    guests: 'own account',
    recordsUse: 'syndicate viewed',
    openBefore: ['password change', 'second factor'],
    summary:
      'The signed-in user with their syndicate; for a manager also another user with theirs, by user_id or by syndicate_id. Bank numbers are masked.',
    params: wireObject({ userId: ['user_id', pathId] }),
    query: wireObject({ syndicateId: ['syndicate_id', z.optional(pathId)] }),
    // A list with one element, as the older system answered it.
    response: z.tuple([portalUser]),
  }),

  userPermissions: endpoint({
    method: 'GET',
    path: '/api/user_permission/user_permissions/:user_id',
    access: 'investor',
    guests: 'own account',
    summary:
      'The signed-in user’s permissions beyond viewing their own book, for showing and hiding controls. The server checks them again.',
    params: wireObject({ userId: ['user_id', pathId] }),
    response: z.tuple([withInvestorPermissions({ userId: ['user_id', id] })]),
  }),

  updateContact: endpoint({
    method: 'POST',
    path: '/api/updatePortalUserProfile',
    access: 'investor',
    isRepeatable: true,
    needsFreshFactor: 'for some changes',
    opensTransactions: true,
    records: ['contact changed', 'e-sign email changed', 'CC emails changed'],
    summary:
      "Changes the contact details of the caller's own syndicate. Changing the e-sign address or the CC addresses needs the password, and all members and every address of the last 30 days are notified.",
    body: wireObject({
      userId: ['user_id', givenId],
      syndicateId: ['syndicate_id', givenId],
      contactPerson: ['name', shortText],
      phoneNumber: ['syndicate_phone_number', z.string().check(z.trim(), z.maxLength(25))],
      phoneType: ['syndicate_phone_type', givenPhoneType],
      street: ['syndicate_street', shortText],
      city: ['syndicate_city', shortText],
      state: ['syndicate_state', givenState],
      zip: ['syndicate_zip', z.string().check(z.trim(), z.maxLength(10))],
      esignEmail: ['syndicate_esign_email', mailText],
      ccEmails: ['syndicate_cc_emails', givenMails],
      password: ['password', z.optional(password)],
    }),
    response: done,
  }),

  changeBankAccount: endpoint({
    method: 'POST',
    path: '/api/updateSyndicateBankInfo',
    access: 'investor',
    needsFreshFactor: true,
    opensTransactions: true,
    records: ['bank change requested'],
    summary:
      "Requests another bank account for the caller's own syndicate. It takes effect after as many hours as the funder has set, unless it is cancelled; a newer one replaces it.",
    body: wireObject({
      userId: ['user_id', givenId],
      syndicateId: ['syndicate_id', givenId],
      bankName: ['syndicate_bank_name', shortText],
      accountNumber: ['syndicate_account_number', z.string().check(z.maxLength(40))],
      routingNumber: ['syndicate_routing_number', z.string().check(z.maxLength(40))],
      password: ['password', z.optional(password)],
    }),
    response: wireObject({
      takesEffectAt: ['takes_effect_at', z.iso.datetime()],
      /** True when the change took effect at once, because the funder has set no waiting period. */
      isInForce: ['in_force', z.boolean()],
    }),
  }),

  cancelBankChange: endpoint({
    method: 'POST',
    path: '/api/syndicate/bank_change/cancel',
    access: 'investor',
    records: ['bank change cancelled'],
    summary: "Cancels the change of bank account that the caller's own syndicate is waiting for.",
    body: wireObject({ syndicateId: ['syndicate_id', givenId] }),
    response: done,
  }),

  revealBankNumbers: endpoint({
    method: 'POST',
    path: '/api/syndicate/bank_account/reveal',
    access: 'investor',
    needsFreshFactor: true,
    opensTransactions: true,
    records: ['bank numbers revealed'],
    summary: "The bank numbers of the caller's own syndicate in full, after a password check. Recorded.",
    body: wireObject({ syndicateId: ['syndicate_id', givenId], password: ['password', password] }),
    response: wireObject({
      accountNumber: ['syndicate_account_number', z.string()],
      routingNumber: ['syndicate_routing_number', z.string()],
    }),
  }),

  bankChangeOfLink: endpoint({
    method: 'POST',
    path: '/api/syndicate/bank_change/of_link',
    access: 'anyone',
    reads: true,
    summary: 'The change of bank account that the link in a notice would cancel. Changes nothing.',
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
