import { SHARED_ADDRESS } from '../../../shared/domain/import-runs.ts';
import { isMailAddress } from '../../../shared/domain/mail-address.ts';
import type { KnownSyndicate } from './known-book.ts';
import type { MappingWork } from './mapping-work.ts';
import type { FieldRow } from './read-fields.ts';

interface Asked {
  name: string;
  /** What the file says. */
  told: string;
  /** Null for a new one. */
  known: KnownSyndicate | null;
}

const MISSING = 'is missing, and each new investor needs one of its own';
const SHARED = 'is somebody else’s too: enter another one, or say that they share it';

/**
 * Where the statements of an investor go: the address of the file, or the one that somebody has typed for it. One that somebody else has is asked
 * about, so that no statement goes to the wrong investor. Null while it is not known.
 */
export function addressOf(work: MappingWork, row: FieldRow, { name, told, known }: Asked): string | null {
  const typed = work.meant('syndicates', 'esign_email', name)?.meaning ?? '';
  const shared = work.meant('syndicates', SHARED_ADDRESS, name)?.meaning.toLowerCase();
  const otherOf = (address: string) =>
    address.toLowerCase() === shared || address.toLowerCase() === known?.esignEmail.toLowerCase()
      ? null
      : work.addresses.nameOfOther(address, { name, id: known?.id });
  const about = {
    kind: 'syndicates',
    fileName: row.sheet.name,
    line: row.line,
    field: 'esign_email',
    value: name,
  };
  const said = [told, isMailAddress(typed) ? typed : ''].filter((address) => address !== '');
  const free = said.find((address) => otherOf(address) === null);
  if (free !== undefined) {
    work.addresses.take(free, name);
    return free;
  }
  const taken = said.at(-1);
  if (taken !== undefined)
    work.problems.add({
      ...{ ...about, reason: SHARED, suggested: [taken], fix: 'each' },
      about: `${taken} is the address of ${otherOf(taken)}.`,
    });
  else
    work.problems.add({
      ...{ ...about, reason: MISSING, fix: 'each' },
      about: typed === '' ? undefined : `“${typed}” is not an e-mail address.`,
    });
  return null;
}
