import type { PlantedFault } from '../planted-fault.ts';

const BANK_ACCOUNT = 'src/server/features/profile/bank-account.test.ts';
const CONTACT = 'src/server/features/profile/contact.test.ts';
const NOTICES = 'src/server/features/profile/notices.test.ts';
const FORMER = 'src/server/features/profile/former-members.test.ts';
const FCS = 'src/server/features/fcs/fcs.test.ts';

const SETTLED = 'src/server/features/profile/settled-bank-changes.test.ts';
export const profileAndFileFaults: readonly PlantedFault[] = [
  {
    ids: ['PROFILE-01'],
    broken: 'the profile shows the syndication fee as the management fee',
    file: 'src/server/features/profile/profile.queries.ts',
    from: 'managementFeePercent: rate(row.managementFeePercent)',
    to: 'managementFeePercent: rate(row.syndicationFeePercent)',
    test: {
      file: 'src/server/features/profile/profile.test.ts',
      title: 'DASH-01 DASH-04 PROFILE-01 the profile names the syndicate, its terms and its flags',
    },
  },
  {
    ids: ['PROFILE-02'],
    broken: 'an open session is enough to have the mail about money sent elsewhere',
    file: 'src/server/features/profile/update-contact.ts',
    from: "if (redirects && !isPasswordGiven) throw new Refusal('password_required');",
    to: '',
    test: {
      file: CONTACT,
      title: 'PROFILE-02 security rule: a session alone does not redirect the mail about money',
    },
  },
  {
    ids: ['PROFILE-07'],
    broken: 'a notice goes to the addresses that are on file now, and to none before them',
    file: 'src/server/identity/notified-addresses.ts',
    from: '...ccEmails, ...former]',
    to: '...ccEmails]',
    test: {
      file: NOTICES,
      title: 'PROFILE-07 security rule: every address of thirty days and all members are told',
    },
  },
  {
    ids: ['PROFILE-09'],
    broken: 'whoever closes all members of a syndicate first redirects its payouts unheard',
    file: 'src/server/payout-accounts/bank-notices.ts',
    from: 'await addJobs(tx, mailFormerMemberNotice, former.map(noticeTo));',
    to: '',
    test: {
      file: FORMER,
      title: 'PROFILE-09 security rule: a member who',
    },
  },
  {
    ids: ['PROFILE-09'],
    broken: 'whoever moves all members to another syndicate first redirects its payouts unheard',
    file: 'migrations/20261204010101_former_members.sql',
    from: ' or new.syndicate_id is distinct from old.syndicate_id',
    to: '',
    test: { file: FORMER, title: 'PROFILE-09 security rule: a member who' },
  },
  {
    ids: ['PROFILE-09'],
    broken: 'whoever was let go gets the account in the mail, and a link that stops the change',
    file: 'src/server/payout-accounts/bank-notices.ts',
    from: 'mailFormerMemberNotice, former.map',
    to: 'mailBankNotice, former.map',
    test: {
      file: FORMER,
      title:
        'PROFILE-09 security rule: the mail names the funder to call; it has no link, and nothing of the account',
    },
  },
  {
    ids: ['PROFILE-09'],
    broken: 'who was told that another account was asked for is not told that it is in force',
    file: 'src/server/identity/notified-addresses.ts',
    from: '${requestedAt}::timestamptz - interval',
    to: 'now() - interval',
    test: {
      file: FORMER,
      title:
        'PROFILE-09 who was told that a change was asked for is told when it is in force, also 30 days after leaving',
    },
  },
  {
    ids: ['PROFILE-08'],
    broken: 'an open session is enough to have the reports copied elsewhere',
    file: 'src/server/identity/mail-addresses.ts',
    from: 'before.esignEmail !== after.esignEmail || !isSameAddresses(before.ccEmails, after.ccEmails);',
    to: 'before.esignEmail !== after.esignEmail;',
    test: { file: NOTICES, title: 'PROFILE-08 security rule: a session alone adds no CC address' },
  },
  {
    ids: ['PROFILE-04'],
    broken: 'another bank account takes effect at once',
    file: 'src/server/payout-accounts/announce-change.ts',
    from: 'return bankChangeHoldHours;',
    to: 'return bankChangeHoldHours * 0;',
    test: { file: BANK_ACCOUNT, title: 'PROFILE-04 a change waits 72 hours' },
  },
  {
    ids: ['PROFILE-04'],
    broken: 'a funder who wants changes to wait a day has them wait three',
    file: 'src/server/payout-accounts/announce-change.ts',
    from: 'const hours = isAtOnce ? 0 : await holdHours(tx, tenantId);',
    to: 'const hours = isAtOnce ? 0 : (await holdHours(tx, tenantId)) && 72;',
    test: { file: BANK_ACCOUNT, title: 'how long a change waits is the funder’s setting' },
  },
  {
    ids: ['PROFILE-06'],
    broken: 'closing an account leaves the change of a bank account that it asked for',
    file: 'src/server/identity/change-user.ts',
    from: "await cancelChangesOfUser(tx, { tenantId, userId }, 'account closed', by);",
    to: '',
    test: { file: SETTLED, title: 'PROFILE-06 security rule: a change does not outlive the closed account' },
  },
  {
    ids: ['PROFILE-06'],
    broken: 'somebody who has left the syndicate still redirects its payouts',
    file: 'src/server/payout-accounts/apply-change.ts',
    from: ".where('syndicateId', '=', asked.syndicateId)",
    to: '',
    test: { file: SETTLED, title: 'PROFILE-06 security rule: whoever has left the syndicate' },
  },
  {
    ids: ['PROFILE-05'],
    broken: 'a manager changes the profile of a syndicate that is only looked at',
    file: 'src/server/access/own-syndicate.ts',
    from: "if (claimed.syndicateId !== caller.syndicateId) throw new Refusal('profile_not_yours');",
    to: '',
    test: { file: CONTACT, title: 'PROFILE-02 PROFILE-05 security rule: ids are claims' },
  },
  {
    ids: ['FCS-01'],
    broken: 'a deal’s file opens without the permission',
    file: 'src/shared/contract/fcs.ts',
    from: "path: '/api/company/get_company/:contract_MID',\n    access: 'investor',\n    needs: ['view-fcs'],",
    to: "path: '/api/company/get_company/:contract_MID',\n    access: 'investor',",
    test: {
      file: FCS,
      title: 'FCS-01 without the permission the deal is not found, by any of the nine calls',
    },
  },
  {
    ids: ['FCS-02'],
    broken: 'a company of just three years is shown in green',
    file: 'src/shared/domain/time-in-business.ts',
    from: 'years.gt(THREE_YEARS)',
    to: 'years.gte(THREE_YEARS)',
    test: { file: 'src/shared/domain/time-in-business.test.ts', title: 'FCS-02 started' },
  },
  {
    ids: ['FCS-03'],
    broken: 'months that nobody has scrubbed are shown and averaged',
    file: 'src/server/features/fcs/fcs.queries.ts',
    from: ".where('s.isScrubbed', '=', true)",
    to: '',
    test: {
      file: FCS,
      title: 'FCS-03 FCS-06 unscrubbed months and offers that were not accepted never leave',
    },
  },
  {
    ids: ['FCS-04'],
    broken: 'a month that misses an account is drawn as if the money had gone',
    file: 'src/shared/domain/monthly-balances.ts',
    from: 'drawn: balances.filter(({ accountCount }) => accountCount === most)',
    to: 'drawn: balances',
    test: {
      file: 'src/shared/domain/monthly-balances.test.ts',
      title: 'FCS-04 a month that misses an account is not drawn beside those that have them all',
    },
  },
  {
    ids: ['FCS-05'],
    broken: 'the totals count advances that are paid off',
    file: 'src/shared/domain/withholding.ts',
    from: 'const active = activeOnly(advances);',
    to: 'const active = advances;',
    test: {
      file: 'src/shared/domain/withholding.test.ts',
      title: 'FCS-05 totals leave out inactive advances but keep those that pull nothing',
    },
  },
  {
    ids: ['FCS-06'],
    broken: 'investors see offers that were never accepted',
    file: 'src/server/features/fcs/fcs.queries.ts',
    from: ".where('status', '=', OFFER_STATUS.accepted)",
    to: '',
    test: {
      file: FCS,
      title: 'FCS-03 FCS-06 unscrubbed months and offers that were not accepted never leave',
    },
  },
  {
    ids: ['FCS-07'],
    broken: 'the link to a statement works after its minute',
    file: 'src/server/features/fcs/statement-files.ts',
    from: "if (link.isExpired) throw new Refusal('link_expired');",
    to: '',
    test: {
      file: 'src/server/features/fcs/statement-files.test.ts',
      title: 'FCS-07 after a minute the link is over',
    },
  },
];
