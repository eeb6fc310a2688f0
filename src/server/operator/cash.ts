import { parseArgs } from 'node:util';
import { SETTLED_STATES } from '../../shared/domain/cash-account.ts';
import { type Cents, formatMoney } from '../../shared/domain/money.ts';
import { findSyndicate } from '../identity/named-syndicate.ts';
import { listOpenWithdrawals } from '../ledger/cash/open-withdrawals.ts';
import { readCashAccount } from '../ledger/cash/read-cash-account.ts';
import { type GivenEntry, recordCashEntry, signedAmount } from '../ledger/cash/record-cash-entry.ts';
import { askForWithdrawal, type SettledWithdrawal, settleWithdrawal } from '../ledger/cash/withdrawals.ts';
import type { Tx } from '../platform/db/database.ts';
import {
  type Command,
  commandLineOperator,
  inTenant,
  oneOf,
  parseAmount,
  parseDay,
  print,
  requireOneArgument,
  requireText,
  UsageError,
} from './command.ts';

const OPTIONS = {
  tenant: { type: 'string' },
  amount: { type: 'string' },
  reference: { type: 'string' },
  reason: { type: 'string' },
  date: { type: 'string' },
  take: { type: 'boolean' },
  as: { type: 'string' },
} as const;

function readArguments(name: string, args: readonly string[], options: readonly (keyof typeof OPTIONS)[]) {
  const { positionals, values } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: Object.fromEntries(['tenant' as const, ...options].map((option) => [option, OPTIONS[option]])),
  });
  const syndicate = requireOneArgument(
    `cash ${name} takes the abbreviation or id of one syndicate`,
    positionals.slice(1),
  );
  return { syndicate, values: values as { [K in keyof typeof OPTIONS]?: string } & { take?: boolean } };
}

/** Does something to the account of the named syndicate and prints what it then holds. */
async function inAccount(
  tenant: string | undefined,
  syndicate: string,
  work: (tx: Tx, tenantId: string, syndicateId: bigint) => Promise<unknown> = async () => undefined,
): Promise<void> {
  const account = await inTenant(tenant, async (tx, tenantId) => {
    const syndicateId = await findSyndicate(tx, tenantId, syndicate);
    await work(tx, tenantId, syndicateId);
    return readCashAccount(tx, tenantId, syndicateId);
  });
  const { posted, reserved, available, pending } = account;
  print(
    `Cash of ${syndicate}: ${formatMoney(posted)}, of which ${formatMoney(reserved)} is reserved and ${formatMoney(available)} available.`,
  );
  if (pending > 0n) print(`Deposits of days to come: ${formatMoney(pending)}.`);
}

const showCommand: Command = {
  about: 'prints what the cash account of a syndicate holds',
  usage: 'cash show <syndicate> --tenant <name>',
  async run(args) {
    const { syndicate, values } = readArguments('show', args, []);
    await inAccount(values.tenant, syndicate);
  },
};

const WORDS = '--amount expects an amount, such as 350.00.';

function amountOf(text: string | undefined): Cents {
  const amount = parseAmount(requireText('--amount', text), WORDS);
  if (amount === 0n) throw new UsageError(WORDS);
  return amount;
}

/** A command that enters an amount, with the sign that its kind gives it. */
const entryCommand = (kind: GivenEntry['kind'], about: string, usage: string): Command => ({
  about,
  usage,
  async run(args) {
    const name = kind === 'adjustment' ? 'adjust' : kind;
    const options = [
      'amount',
      'reference',
      'reason',
      'date',
      ...(kind === 'adjustment' ? ['take' as const] : []),
    ] as const;
    const { syndicate, values } = readArguments(name, args, options);
    const entry = {
      kind,
      amount: signedAmount(kind, amountOf(values.amount), values.take ?? false),
      reference: requireText('--reference', values.reference),
      reason: kind === 'deposit' ? (values.reason ?? '') : requireText('--reason', values.reason),
      effectiveDate: parseDay('--date', values.date),
    };
    await inAccount(values.tenant, syndicate, (tx, tenantId, syndicateId) =>
      recordCashEntry(tx, tenantId, { syndicateId, ...entry }, commandLineOperator()),
    );
  },
});

const askCommand: Command = {
  about: 'reserves an amount that an investor has asked to be paid',
  usage: 'cash ask <syndicate> --tenant <name> --amount <amount> --reference <text>',
  async run(args) {
    const { syndicate, values } = readArguments('ask', args, ['amount', 'reference']);
    const asked = {
      amount: amountOf(values.amount),
      reference: requireText('--reference', values.reference),
    };
    await inAccount(values.tenant, syndicate, (tx, tenantId, syndicateId) =>
      askForWithdrawal(tx, tenantId, { syndicateId, ...asked }, commandLineOperator()),
    );
  },
};

const withdrawalsCommand: Command = {
  about: 'lists the withdrawals that wait to be paid, the oldest first',
  usage: 'cash withdrawals --tenant <name>',
  async run(args) {
    const { values } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { tenant: OPTIONS.tenant },
    });
    for (const asked of await inTenant(values.tenant, listOpenWithdrawals)) {
      const { syndicate, reference, amount, askedAt, askedBy, bankName, accountNumber } = asked;
      const payTo = bankName === null ? '-' : `${bankName} ${accountNumber}`;
      print([syndicate, reference, formatMoney(amount), askedAt, askedBy, payTo].join('\t'));
    }
  },
};

const settleCommand: Command = {
  about: 'says what has become of a withdrawal that was asked for',
  usage:
    'cash settle <syndicate> --tenant <name> --reference <text> --as paid|declined|cancelled [--reason <text>]',
  async run(args) {
    const { syndicate, values } = readArguments('settle', args, ['reference', 'as', 'reason']);
    const settled = {
      reference: requireText('--reference', values.reference),
      state: stateOf(values.as),
      reason: values.reason ?? '',
    };
    await inAccount(values.tenant, syndicate, (tx, tenantId, syndicateId) =>
      settleWithdrawal(tx, tenantId, { syndicateId, ...settled }, commandLineOperator()),
    );
  },
};

function stateOf(text: string | undefined): SettledWithdrawal['state'] {
  const state = SETTLED_STATES.find((each) => each === text);
  if (state === undefined) throw new UsageError('--as expects paid, declined or cancelled.');
  return state;
}

const GIVEN = '--tenant <name> --amount <amount> --reference <text>';

export const cashCommand = oneOf('cash', {
  show: showCommand,
  deposit: entryCommand(
    'deposit',
    'enters a deposit, also of a day to come',
    `cash deposit <syndicate> ${GIVEN} [--date <YYYY-MM-DD>] [--reason <text>]`,
  ),
  fee: entryCommand(
    'fee',
    'enters a fee',
    `cash fee <syndicate> ${GIVEN} --reason <text> [--date <YYYY-MM-DD>]`,
  ),
  adjust: entryCommand(
    'adjustment',
    'adds an amount to the account, or takes it away',
    `cash adjust <syndicate> ${GIVEN} --reason <text> [--take] [--date <YYYY-MM-DD>]`,
  ),
  withdrawals: withdrawalsCommand,
  ask: askCommand,
  settle: settleCommand,
});
