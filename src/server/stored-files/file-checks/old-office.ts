import { UnfitFile } from './verdict.ts';

const named = (name: string) => Buffer.from(`${name}\0`, 'utf16le');
const MACROS = ['_VBA_PROJECT', 'Macros', '_VBA_PROJECT_CUR'].map(named);
const PACKAGES = ['\u0001Ole10Native', 'Package'].map(named);
const LOCKED = named('EncryptedPackage');
/** Embedded objects have numbered names: _1234567890 in a .doc, MBD0018D4CE in an .xls. */
const OBJECTS = /_\0(?:\d\0){9,10}\0\0|M\0B\0D\0(?:[\dA-F]\0){8}\0\0/;

/** The container of .doc and .xls can also hold installers and mails. Its directory lists its content by names in UTF-16. */
export function requireOldOfficeDocument(bytes: Buffer, streams: readonly string[]): void {
  if (bytes.includes(LOCKED)) throw new UnfitFile('unreadable');
  if (!streams.some((stream) => bytes.includes(named(stream)))) throw new UnfitFile('name_does_not_fit');
  if ([...MACROS, ...PACKAGES].some((name) => bytes.includes(name)) || OBJECTS.test(bytes.toString('latin1')))
    throw new UnfitFile('has_active_content');
}
