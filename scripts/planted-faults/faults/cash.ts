import type { PlantedFault } from '../planted-fault.ts';

const ACCOUNTS = 'src/server/ledger/cash/cash-accounts.test.ts';
const CALLS = 'src/server/features/cash/cash.test.ts';

export const cashFaults: readonly PlantedFault[] = [
  {
    ids: ['CASH-01'],
    broken: 'a deposit of a later day counts at once',
    file: 'src/server/ledger/cash/posted-cash.ts',
    from: 'and later.effective_date > ${today}\n), 0))::bigint`;\n\n',
    to: 'and later.effective_date > ${today} + 400\n), 0))::bigint`;\n\n',
    test: {
      file: ACCOUNTS,
      title: 'CASH-01 a deposit of 50,000.00, a share for 6,600.00 and payouts of 672.00 leave 44,072.00',
    },
  },
  {
    ids: ['CASH-02'],
    broken: 'a share that was agreed before the opening is paid for once more',
    file: 'src/server/ledger/cash/due-entries.ts',
    from: 'case when share.agreement_date <= account.opened_on then 0',
    to: 'case when share.agreement_date > current_date then 0',
    test: {
      file: ACCOUNTS,
      title:
        'CASH-02 shares and pay dates up to the day of the opening are part of it, and other syndicates have no entries',
    },
  },
  {
    ids: ['CASH-03'],
    broken: 'a payment that comes back leaves the payout in the cash account',
    file: 'src/server/ledger/post-payments.ts',
    from: '  await enterLatePayouts(tx, tenantId, lines);',
    to: '  await enterLatePayouts(tx, tenantId, lines.filter(({ isReversal }) => !isReversal));',
    test: {
      file: ACCOUNTS,
      title:
        'CASH-03 what is taken back on a pay date that has been entered is a payout reversal, also below zero',
    },
  },
  {
    ids: ['CASH-04'],
    broken: 'a fee counts as money that the investor has taken out',
    file: 'src/server/ledger/cash/cash-entries.ts',
    from: "filter (where kind in ('deposit', 'withdrawal')), 0) as moved_cents",
    to: "filter (where kind in ('deposit', 'withdrawal', 'fee')), 0) as moved_cents",
    test: {
      file: 'src/server/features/portfolio/portfolio.test.ts',
      title:
        'CASH-04 CALC-01 the cash balance is what is posted, and the net investment what was contributed, deposited and not withdrawn',
    },
  },
  {
    ids: ['CASH-05'],
    broken: 'the reconciliation passes over the cash accounts',
    file: 'src/server/ledger/find-differences.ts',
    from: '...(await findCashDifferences(tx, scope)),',
    to: '...(await findCashDifferences(tx, { ...scope, syndicateIds: [] })),',
    test: {
      file: ACCOUNTS,
      title:
        'CASH-05 the reconciliation finds a single cent in the sums, in the entry of a share and in that of a payout',
    },
  },
  {
    ids: ['CASH-06'],
    broken: 'two withdrawals that are asked for at once can reserve the same money',
    file: 'src/server/ledger/cash/open-cash-account.ts',
    from: 'syndicate_id = ${syndicateId} for update`.execute(tx);',
    to: 'syndicate_id = ${syndicateId}`.execute(tx);',
    test: {
      file: 'src/server/ledger/cash/withdrawals.test.ts',
      title:
        'CASH-06 of 50 withdrawals that are asked for at once, no more are reserved than the account holds',
    },
  },
  {
    ids: ['CASH-07'],
    broken: 'a fee is added to the account',
    file: 'src/server/operator/cash.ts',
    from: 'signedAmount(kind, amountOf(values.amount), values.take ?? false)',
    to: 'amountOf(values.amount)',
    test: {
      file: 'src/server/operator/cash.test.ts',
      title:
        'CASH-07 deposits, fees, adjustments and withdrawals come in by command, once, and are in the audit trail',
    },
  },
  {
    ids: ['CASH-08'],
    broken: 'a page that begins after an entry of another investor tells of what day that is',
    file: 'src/server/features/cash/movements.queries.ts',
    from: 'where ${ofAccount(choice)} and entry.id = ${after})',
    to: 'where entry.tenant_id = ${choice.tenantId}::uuid and entry.id = ${after})',
    test: {
      file: CALLS,
      title:
        'CASH-08 the movements of a month with what the account held after each, what was carried over, and deposits to come',
    },
  },
  {
    ids: ['CASH-08'],
    broken: 'the running balance begins anew with each month',
    file: 'src/server/features/cash/movements.queries.ts',
    from: '(${carriedOver(choice)} + sum(entry.amount_cents) over',
    to: '(0 * ${carriedOver(choice)} + sum(entry.amount_cents) over',
    test: {
      file: CALLS,
      title:
        'CASH-08 the movements of a month with what the account held after each, what was carried over, and deposits to come',
    },
  },
  {
    ids: ['CASH-09'],
    broken: 'money can be withdrawn right after the bank account was changed',
    file: 'src/server/features/cash/bank-hold.ts',
    from: "and state in ('pending', 'applied')",
    to: "and state in ('pending')",
    test: {
      file: CALLS,
      title:
        'CASH-09 nothing is withdrawn while another bank account waits, nor within 72 hours of asking for it, nor without one',
    },
  },
  {
    ids: ['CASH-10'],
    broken: 'a fee that a system of the funder enters is added to the account',
    file: 'src/server/ledger/cash/record-cash-entry.ts',
    from: "kind === 'fee' || isTaken ? -amount : amount",
    to: 'isTaken ? -amount : amount',
    test: { file: CALLS, title: 'CASH-10 the operator API enters, lists and settles' },
  },
  {
    ids: ['CASH-11'],
    broken: 'a share is accepted without locking the account that pays for it',
    file: 'src/server/ledger/cash/reserve-cash.ts',
    from: '    await lockCashAccount(tx, tenantId, syndicateId);\n',
    to: '',
    test: {
      file: 'src/server/features/invites/cash-at-once.test.ts',
      title: 'CASH-11 a share waits for a withdrawal of the money that it needs',
    },
  },
  {
    ids: ['CASH-12'],
    broken: 'the form offers to withdraw more than is available',
    file: 'src/web/features/cash/withdrawal-form.tsx',
    from: 'amount > available',
    to: 'amount > available * 1000n',
    test: {
      file: 'e2e/cash.spec.ts',
      title: 'CASH-12 CASH-09 a withdrawal shows what is left, is refused above it, and can be cancelled',
    },
    says: 'The most that you can withdraw is',
  },
  {
    ids: ['CASH-13'],
    broken: 'a withdrawal that the funder declines disappears without a word',
    file: 'src/server/features/cash/settled-withdrawals.queries.ts',
    from: 'any(${SETTLED_STATES}::text[])',
    to: 'any(${SETTLED_STATES.slice(0, 1)}::text[])',
    test: {
      file: 'src/server/features/cash/settled-withdrawals.test.ts',
      title: 'CASH-13 the last withdrawals say what became of them, with the reason of one that was declined',
    },
  },
  {
    ids: ['CASH-15'],
    broken: 'a token settles what it entered itself, whatever the amount',
    file: 'src/server/approvals/enter-cash-by-token.ts',
    from: "request.askedBy.startsWith('service token ')",
    to: "request.askedBy.startsWith('a service token ')",
    test: {
      file: 'src/server/features/cash/cash.test.ts',
      title: 'CASH-15 security rule: a token settles what it entered itself',
    },
  },
  {
    ids: ['CASH-14'],
    broken: 'what a token enters in a day is not counted',
    file: 'src/server/approvals/enter-cash-by-token.ts',
    from: 'if (secondPerson === null) {',
    to: "if (secondPerson !== 'over limit of the day') {",
    test: {
      file: 'src/server/approvals/by-token.test.ts',
      title:
        'CASH-14 a token enters cash up to the correction limit of a day, and above it asks for an approval',
    },
  },
];
