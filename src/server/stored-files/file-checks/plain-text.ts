import { findEncoding } from '../../platform/records/encoding.ts';
import { UnreadableError } from '../../platform/records/problem.ts';
import { UnfitFile } from './verdict.ts';

/** Text has no type that its bytes show. It is taken as text when all of it can be, and holds no control characters of programs. */
export async function requirePlainText(bytes: Buffer): Promise<void> {
  try {
    const { encoding } = await findEncoding(only(bytes));
    if (!encoding.startsWith('utf-16') && bytes.includes(0)) throw new UnfitFile('type_not_allowed');
  } catch (error) {
    throw error instanceof UnreadableError ? new UnfitFile('unreadable') : error;
  }
}

async function* only(bytes: Buffer) {
  yield bytes;
}
