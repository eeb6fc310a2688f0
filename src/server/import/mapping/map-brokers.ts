import { wordKey } from '../../../shared/domain/cell-values.ts';
import { isMailAddress } from '../../../shared/domain/mail-address.ts';
import type { BrokersOfRun, KnownBroker } from './known-book.ts';
import { addRecord, externalIdOf, lineIn, type MappingWork } from './mapping-work.ts';
import type { FieldRow } from './read-fields.ts';

interface Called {
  externalId?: string | null | undefined;
  name?: string | undefined;
  companyName?: string | undefined;
  email?: string | undefined;
}

function note(brokers: BrokersOfRun, broker: KnownBroker | string, called: Called): void {
  for (const name of [called.externalId, called.name, called.companyName, called.email]) {
    if (!name) continue;
    const known = brokers.get(wordKey(name));
    if (known) known.add(broker);
    else brokers.set(wordKey(name), new Set([broker]));
  }
}

export function brokersOfRun(known: readonly KnownBroker[]): BrokersOfRun {
  const brokers: BrokersOfRun = new Map();
  for (const broker of known) note(brokers, broker, broker);
  return brokers;
}

/** The brokers of a file of their own, with the same columns as in our own files. One without an ID is known by the e-mail address. */
export function mapBrokers(work: MappingWork, files: readonly FieldRow[][]): void {
  for (const [fileIndex, rows] of files.entries())
    for (const { line, values } of rows) {
      const { external_id: id = '', email = '', name, company_name: companyName } = values;
      const found = work.brokers.get(wordKey(id || email));
      const known = id ? [...(found ?? [])].find((one) => isCalled(one, id)) : only(found);
      const externalId = known ? idOf(work, known) : id || `broker ${email}`.slice(0, 100);
      addRecord(work, 'brokers', {
        line: lineIn(fileIndex, line),
        cells: { ...values, external_id: externalId },
      });
      note(work.brokers, known ?? externalId, { externalId, name, companyName, email });
    }
}

const SEVERAL =
  'matches more than one broker: write the e-mail address or the ID of the broker in place of the name';
const NO_ADDRESS = 'is missing, and each new broker needs one';

/**
 * The external id of the broker that a deal's file names; a name that nobody has is a new broker's. Empty where it is not known yet who that is: the
 * deal comes without a broker if the problem is left out.
 */
export function brokerOf(work: MappingWork, row: FieldRow, line: number): string {
  const name = row.values['broker'] ?? '';
  if (name === '') return '';
  const about = { kind: 'brokers', fileName: row.sheet.name, line: row.line, value: name };
  const found = work.brokers.get(wordKey(name));
  const known = only(found);
  if (known) return idOf(work, known);
  if (found) {
    work.problems.add({ ...about, field: 'company_name', reason: SEVERAL });
    return '';
  }
  const email = work.meant('brokers', 'email', name)?.meaning ?? '';
  if (!isMailAddress(email)) {
    const wrong = email === '' ? undefined : `“${email}” is not an e-mail address.`;
    work.problems.add({ ...about, field: 'email', reason: NO_ADDRESS, about: wrong, fix: 'each' });
    return '';
  }
  const sameAddress = only(work.brokers.get(wordKey(email)));
  const externalId = sameAddress ? idOf(work, sameAddress) : `broker ${name}`.slice(0, 100);
  // Whoever answers there for the company is not known from a list of deals.
  if (!sameAddress)
    addRecord(work, 'brokers', { line, cells: { external_id: externalId, name, company_name: name, email } });
  note(work.brokers, sameAddress ?? externalId, { companyName: name, email });
  return externalId;
}

const isCalled = (broker: KnownBroker | string, id: string): boolean =>
  typeof broker !== 'string' && broker.externalId === id;

const only = <T>(found: ReadonlySet<T> | undefined): T | null =>
  found?.size === 1 ? ([...found][0] ?? null) : null;

const idOf = (work: MappingWork, broker: KnownBroker | string): string =>
  typeof broker === 'string' ? broker : externalIdOf(work, 'brokers', broker);
