import { mailCcNotice } from '../../identity/cc-notice.jobs.ts';
import { mailEsignNotice } from '../../identity/esign-notice.jobs.ts';
import { applyBankChange } from '../../payout-accounts/apply-bank-change.jobs.ts';
import { mailBankNotice } from '../../payout-accounts/bank-notices.jobs.ts';
import { mailFormerMemberNotice } from '../../payout-accounts/former-member-notices.jobs.ts';

export const profileJobs = [
  applyBankChange,
  mailBankNotice,
  mailCcNotice,
  mailEsignNotice,
  mailFormerMemberNotice,
];
