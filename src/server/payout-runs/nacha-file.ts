import type { CalendarDate } from '../../shared/domain/calendar-date.ts';
import { type Cents, sumMoney } from '../../shared/domain/money.ts';
import type { AccountType, HolderKind } from '../../shared/domain/payout-runs.ts';

export interface FileOriginator {
  odfiRouting: string;
  bankName: string;
  /** Ten characters, or nine before which the bank wants a blank. */
  immediateOrigin: string;
  companyId: string;
  companyName: string;
  /** The checking account that a balanced file debits; null where the bank does that by itself. */
  offsetAccount: string | null;
}

export interface FileEntry {
  routingNumber: string;
  accountNumber: string;
  accountType: AccountType;
  holderKind: HolderKind;
  holderName: string;
  /** The receiver's number with the originator. */
  individualId: string;
  amount: Cents;
}

export interface FileRequest {
  originator: FileOriginator;
  effectiveDate: CalendarDate;
  /** When it is made, in New York. */
  madeOn: CalendarDate;
  madeAtMinute: number;
  /** 'A' for the first file of a day. */
  fileIdModifier: string;
  /** The number of the first entry, with which the trace numbers begin. */
  firstSequence: number;
  entries: readonly FileEntry[];
}

export interface NachaFile {
  text: string;
  /** By place of the entry in the request. */
  traceNumbers: string[];
  /** Offsets included, as the bank counts them. */
  entryCount: number;
  batchCount: number;
  entryHash: string;
  credit: Cents;
  /** The number of the last entry, offsets included. */
  lastSequence: number;
}

/** What an entry can say: ten digits of cents. */
export const MOST_PER_ENTRY = 9_999_999_999n;
const LINE = 94;
const NAME = 22;
const BLOCK = 10;
/** Each kind of holder is a batch of its own. */
const CLASSES = { business: 'CCD', person: 'PPD' } as const satisfies Record<HolderKind, string>;
const CREDIT_CODES = { checking: '22', savings: '32' } as const satisfies Record<AccountType, string>;
const DEBIT_CHECKING = '27';
const CREDITS_ONLY = '220';
const MIXED = '200';

/** Left-aligned text of the letters that banks take. */
const text = (value: string, length: number): string =>
  value
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .replace(/[^A-Z0-9 .,&'/()#-]/g, ' ')
    .slice(0, length)
    .padEnd(length);

/** Whether anything of a name is left in the file: one of other letters than Latin ones would be blank. */
export const isSayable = (name: string): boolean => /[A-Z]/.test(text(name, NAME));

/** A number in so many digits. One that does not fit must not become another one. */
function digits(value: bigint | number | string, length: number): string {
  const written = String(value);
  if (!/^\d+$/.test(written) || written.length > length)
    throw new RangeError(`${written.length} digits do not fit into ${length}.`);
  return written.padStart(length, '0');
}

/** A sum in as many entries as it takes. */
const inEntries = (amount: Cents): Cents[] =>
  amount > MOST_PER_ENTRY ? [MOST_PER_ENTRY, ...inEntries(amount - MOST_PER_ENTRY)] : [amount];

const blanks = (length: number): string => ' '.repeat(length);
const yymmdd = (date: CalendarDate): string => date.slice(2).replaceAll('-', '');

/** The sum of the first eight digits of all routing numbers, of which the last ten digits count. */
const hashOf = (routings: readonly string[]): bigint =>
  routings.reduce((sum, routing) => sum + BigInt(routing.slice(0, 8)), 0n) % 10_000_000_000n;

interface Line {
  code: string;
  routing: string;
  account: string;
  amount: Cents;
  id: string;
  name: string;
  trace: string;
}

const entryLine = ({ code, routing, account, amount, id, name, trace }: Line): string =>
  `6${code}${digits(routing, 9)}${account.padEnd(17)}${digits(amount, 10)}${text(id, 15)}${text(name, NAME)}${blanks(2)}0${trace}`;

/** The file for the bank: credits in 94 characters a line, a batch for businesses and one for people, filled up to blocks of ten lines. */
export function writeNachaFile(request: FileRequest): NachaFile {
  const { originator, entries, effectiveDate, madeOn, madeAtMinute, fileIdModifier } = request;
  if (entries.length === 0) throw new RangeError('A file has at least one entry.');
  const odfi = digits(originator.odfiRouting, 9).slice(0, 8);
  let sequence = request.firstSequence;
  const nextTrace = () => `${odfi}${digits(sequence++, 7)}`;
  const traceNumbers: string[] = entries.map(() => '');
  const hashes: bigint[] = [];
  let [lineCount, batchCount, debit] = [0, 0, 0n];
  const time = `${digits(Math.floor(madeAtMinute / 60), 2)}${digits(madeAtMinute % 60, 2)}`;
  const lines = [
    `101 ${digits(originator.odfiRouting, 9)}${originator.immediateOrigin.padStart(10)}${yymmdd(madeOn)}${time}${fileIdModifier}094101${text(originator.bankName, 23)}${text(originator.companyName, 23)}${blanks(8)}`,
  ];

  for (const holderKind of ['business', 'person'] as const) {
    const chosen = [...entries.entries()].filter(([, entry]) => entry.holderKind === holderKind);
    if (chosen.length === 0) continue;
    batchCount += 1;
    const serviceClass = originator.offsetAccount === null ? CREDITS_ONLY : MIXED;
    const batchNumber = digits(batchCount, 7);
    const batchEntries: Line[] = chosen.map(([place, entry]) => {
      const trace = nextTrace();
      traceNumbers[place] = trace;
      return {
        code: CREDIT_CODES[entry.accountType],
        routing: entry.routingNumber,
        account: entry.accountNumber,
        amount: entry.amount,
        id: entry.individualId,
        name: entry.holderName,
        trace,
      };
    });
    const credit = sumMoney(chosen.map(([, { amount }]) => amount));
    if (originator.offsetAccount !== null)
      for (const amount of inEntries(credit))
        batchEntries.push({
          code: DEBIT_CHECKING,
          routing: originator.odfiRouting,
          account: originator.offsetAccount,
          amount,
          id: originator.companyId,
          name: originator.companyName,
          trace: nextTrace(),
        });
    const batchDebit = originator.offsetAccount === null ? 0n : credit;
    const hash = hashOf(batchEntries.map(({ routing }) => routing));
    lines.push(
      `5${serviceClass}${text(originator.companyName, 16)}${blanks(20)}${text(originator.companyId, 10)}${CLASSES[holderKind]}${text('PAYOUT', 10)}${yymmdd(effectiveDate)}${yymmdd(effectiveDate)}${blanks(3)}1${odfi}${batchNumber}`,
      ...batchEntries.map(entryLine),
      `8${serviceClass}${digits(batchEntries.length, 6)}${digits(hash, 10)}${digits(batchDebit, 12)}${digits(credit, 12)}${text(originator.companyId, 10)}${blanks(19)}${blanks(6)}${odfi}${batchNumber}`,
    );
    hashes.push(hash);
    lineCount += batchEntries.length;
    debit += batchDebit;
  }

  const credit = sumMoney(entries.map(({ amount }) => amount));
  const entryHash = digits(hashes.reduce((sum, hash) => sum + hash, 0n) % 10_000_000_000n, 10);
  const blockCount = Math.ceil((lines.length + 1) / BLOCK);
  lines.push(
    `9${digits(batchCount, 6)}${digits(blockCount, 6)}${digits(lineCount, 8)}${entryHash}${digits(debit, 12)}${digits(credit, 12)}${blanks(39)}`,
  );
  while (lines.length % BLOCK !== 0) lines.push('9'.repeat(LINE));
  if (lines.some((line) => line.length !== LINE)) throw new Error('A line does not have 94 characters.');
  return {
    text: `${lines.join('\r\n')}\r\n`,
    traceNumbers,
    entryCount: lineCount,
    batchCount,
    entryHash,
    credit,
    lastSequence: sequence - 1,
  };
}
