import { UnfitFile } from './verdict.ts';

const named = (name: string) => Buffer.from(`${name}\0`, 'utf16le');
const MACROS = ['_VBA_PROJECT', 'Macros', '_VBA_PROJECT_CUR'].map(named);
const PACKAGES = ['\u0001Ole10Native', 'Package'].map(named);
const LOCKED = named('EncryptedPackage');

/** The container of .doc and .xls can also hold installers and mails. Its directory lists its content by names in UTF-16. */
export function requireOldOfficeDocument(bytes: Buffer, streams: readonly string[]): void {
  if (bytes.includes(LOCKED)) throw new UnfitFile('unreadable');
  if (!streams.some((stream) => bytes.includes(named(stream)))) throw new UnfitFile('name_does_not_fit');
  if ([...MACROS, ...PACKAGES].some((name) => bytes.includes(name)))
    throw new UnfitFile('has_active_content');
}
