/**
 * Reads a NACHA file by the positions that the format gives to each field, counted from 1, and checks every rule that ties its records
 * together. It shares nothing with what writes the files, so that one of them would notice a mistake of the other.
 */
export interface ReadEntry {
  class: string;
  effectiveDate: string;
  routingNumber: string;
  accountNumber: string;
  isSavings: boolean;
  isDebit: boolean;
  amount: bigint;
  id: string;
  name: string;
  trace: string;
}

export interface ReadFile {
  entries: ReadEntry[];
  hash: string;
  credit: bigint;
  debit: bigint;
}

const field = (line: string, from: number, to: number): string => line.slice(from - 1, to);
const number = (line: string, from: number, to: number): bigint => {
  const read = field(line, from, to);
  if (!/^\d+$/.test(read)) throw new Error(`Positions ${from} to ${to} are no number: ${read}`);
  return BigInt(read);
};
function must(holds: boolean, rule: string): void {
  if (!holds) throw new Error(`The file breaks a rule: ${rule}.`);
}

const TRANSACTIONS: Readonly<Record<string, { isSavings: boolean; isDebit: boolean }>> = {
  '22': { isSavings: false, isDebit: false },
  '27': { isSavings: false, isDebit: true },
  '32': { isSavings: true, isDebit: false },
  '37': { isSavings: true, isDebit: true },
};

export function readNachaFile(text: string): ReadFile {
  must(/^[\x20-\x7e\r\n]*$/.test(text), 'only printable characters');
  const lines = text.split('\r\n');
  must(lines.pop() === '', 'the last line ends');
  must(lines.length % 10 === 0, 'blocks of ten');
  must(
    lines.every((line) => line.length === 94),
    '94 characters a line',
  );
  const padding = lines.indexOf('9'.repeat(94));
  const records = padding < 0 ? lines : lines.slice(0, padding);
  must(
    lines.slice(records.length).every((line) => line === '9'.repeat(94)) &&
      lines.length - records.length < 10,
    'nines fill up the last block and nothing else',
  );
  const header = records[0] ?? '';
  must(field(header, 1, 3) === '101', 'file header, priority 01');
  must(/^ \d{9}$/.test(field(header, 4, 13)), 'destination: a blank and nine digits');
  must(/^[ 0-9A-Z]{10}$/.test(field(header, 14, 23)), 'origin');
  must(
    /^\d{6}$/.test(field(header, 24, 29)) && /^[0-2]\d[0-5]\d$/.test(field(header, 30, 33)),
    'date and time',
  );
  must(/^[A-Z0-9]$/.test(field(header, 34, 34)), 'file id modifier');
  must(field(header, 35, 40) === '094101', 'record size 094, blocking 10, format 1');

  const file: ReadFile = { entries: [], hash: '', credit: 0n, debit: 0n };
  let place = 1;
  let [batches, count, hashes] = [0n, 0n, 0n];
  while (field(records[place] ?? '', 1, 1) === '5') {
    const batch = records[place++] ?? '';
    batches += 1n;
    const serviceClass = field(batch, 2, 4);
    must(['200', '220', '225'].includes(serviceClass), 'service class');
    must(['CCD', 'PPD'].includes(field(batch, 51, 53)), 'standard entry class');
    must(
      field(batch, 76, 78) === '   ' && field(batch, 79, 79) === '1',
      'settlement date and originator status',
    );
    must(field(batch, 80, 87) === field(header, 5, 12), 'ODFI');
    must(number(batch, 88, 94) === batches, 'batches count up');
    const effective = field(batch, 70, 75);
    let [batchCount, batchHash, credit, debit, lastTrace] = [0n, 0n, 0n, 0n, 0n];
    while (field(records[place] ?? '', 1, 1) === '6') {
      const line = records[place++] ?? '';
      const transaction = TRANSACTIONS[field(line, 2, 3)];
      if (!transaction) throw new Error(`Transaction code ${field(line, 2, 3)}`);
      const amount = number(line, 30, 39);
      must(amount > 0n, 'an amount');
      must(field(line, 79, 79) === '0', 'no addenda');
      must(field(line, 80, 87) === field(batch, 80, 87), 'the trace begins with the ODFI');
      must(number(line, 80, 94) > lastTrace, 'traces ascend');
      lastTrace = number(line, 80, 94);
      batchCount += 1n;
      batchHash += number(line, 4, 11);
      if (transaction.isDebit) debit += amount;
      else credit += amount;
      file.entries.push({
        class: field(batch, 51, 53),
        effectiveDate: `20${effective.slice(0, 2)}-${effective.slice(2, 4)}-${effective.slice(4)}`,
        routingNumber: field(line, 4, 12),
        accountNumber: field(line, 13, 29).trimEnd(),
        ...transaction,
        amount,
        id: field(line, 40, 54).trimEnd(),
        name: field(line, 55, 76).trimEnd(),
        trace: field(line, 80, 94),
      });
    }
    const control = records[place++] ?? '';
    must(field(control, 1, 4) === `8${serviceClass}`, 'batch control');
    must(serviceClass !== '220' || debit === 0n, 'credits only');
    must(number(control, 5, 10) === batchCount && batchCount > 0n, 'entries of the batch');
    must(number(control, 11, 20) === batchHash % 10n ** 10n, 'hash of the batch');
    must(number(control, 21, 32) === debit && number(control, 33, 44) === credit, 'sums of the batch');
    must(field(control, 45, 54) === field(batch, 41, 50), 'company of the batch');
    must(field(control, 80, 94) === field(batch, 80, 94), 'ODFI and number of the batch');
    file.credit += credit;
    file.debit += debit;
    count += batchCount;
    hashes += number(control, 11, 20);
  }
  const end = records[place] ?? '';
  must(field(end, 1, 1) === '9' && place === records.length - 1, 'file control is the last record');
  must(number(end, 2, 7) === batches, 'batches of the file');
  must(number(end, 8, 13) === BigInt(lines.length / 10), 'blocks of the file');
  must(number(end, 14, 21) === count, 'entries of the file');
  must(number(end, 22, 31) === hashes % 10n ** 10n, 'hash of the file');
  must(number(end, 32, 43) === file.debit && number(end, 44, 55) === file.credit, 'sums of the file');
  file.hash = field(end, 22, 31);
  return file;
}
