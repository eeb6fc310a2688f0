import type { ReadEntry } from './nacha-reader.ts';

/** A returned entry or a notification of change, by what a bank's file says of it. */
export interface BackEntry {
  /** R and two digits, or C and two digits. */
  code: string;
  trace: string;
  /** In cents; a notification of change has none. */
  amount: bigint;
  id: string;
  companyId?: string;
  routing?: string;
  class?: string;
  transaction?: string;
  account?: string;
  corrected?: string;
}

const text = (value: string, length: number) => value.slice(0, length).padEnd(length);
const digits = (value: bigint | number, length: number) => String(value).padStart(length, '0');
const HASHED = 10n ** 10n;

/** What the originator of the tests' runs says about itself. */
export const OUR_COMPANY = '1987654321';
export const OUR_ROUTING = '021000021';

/** What our bank makes of entries of ours that came back: the lines of a file of returns. */
export const backOf = ({ trace, amount, id }: ReadEntry, code = 'R03'): BackEntry => ({
  ...{ code, trace, id },
  amount: code.startsWith('C') ? 0n : amount,
});

interface BankFile {
  /** The letter of the file, which tells the files of a day apart. */
  modifier?: string;
  bank?: string;
}

/** A bank's file of returns as the format has it, a batch for each entry. It shares nothing with what reads such files. */
export function writeReturnFile(
  entries: readonly BackEntry[],
  { modifier = 'A', bank = 'HUDSON TRUST' }: BankFile = {},
): string {
  const lines = [
    `101 198765432 0210000212611190904${modifier}094101${text('HARBOR CAPITAL', 23)}${text(bank, 23)}${' '.repeat(8)}`,
  ];
  let [hashes, debits, credits] = [0n, 0n, 0n];
  entries.forEach((entry, at) => {
    const { code, trace, amount, id, companyId = OUR_COMPANY, routing = OUR_ROUTING } = entry;
    const {
      class: entryClass = code.startsWith('C') ? 'COR' : 'CCD',
      transaction = '21',
      account = '1000007890',
      corrected = '',
    } = entry;
    const batch = digits(at + 1, 7);
    const hash = BigInt(routing.slice(0, 8)) % HASHED;
    const isDebit = Number(transaction[1]) >= 5;
    const [debit, credit] = isDebit ? [amount, 0n] : [0n, amount];
    const own = `01140153${batch}`;
    lines.push(
      `5200${text('HARBOR CAPITAL', 16)}${' '.repeat(20)}${text(companyId, 10)}${entryClass}${text('PAYOUT', 10)}261117261117   101140153${batch}`,
      `6${transaction}${routing}${text(account, 17)}${digits(amount, 10)}${text(id, 15)}${text('ALLEGHENY', 22)}  1${own}`,
      code.startsWith('C')
        ? `798${code}${trace}${' '.repeat(6)}01140153${text(corrected, 29)}${' '.repeat(15)}${own}`
        : `799${code}${trace}${' '.repeat(6)}01140153${' '.repeat(44)}${own}`,
      `8200${digits(2, 6)}${digits(hash, 10)}${digits(debit, 12)}${digits(credit, 12)}${text(companyId, 10)}${' '.repeat(25)}01140153${batch}`,
    );
    hashes += hash;
    debits += debit;
    credits += credit;
  });
  const blocks = Math.ceil((lines.length + 1) / 10);
  lines.push(
    `9${digits(entries.length, 6)}${digits(blocks, 6)}${digits(entries.length * 2, 8)}${digits(hashes % HASHED, 10)}${digits(debits, 12)}${digits(credits, 12)}${' '.repeat(39)}`,
  );
  while (lines.length % 10 !== 0) lines.push('9'.repeat(94));
  if (lines.some((line) => line.length !== 94)) throw new Error('A line does not have 94 characters.');
  return `${lines.join('\r\n')}\r\n`;
}
