import { type Cents, parseMoney } from '../../../shared/domain/money.ts';

/** Reads '40000', '40,000.00' or '$40,000'; null for anything else, and for nothing. */
export function typedAmount(text: string): Cents | null {
  const plain = text.replaceAll(/[\s,$]/g, '');
  if (!/^\d{1,13}(\.\d{1,2})?$/.test(plain)) return null;
  const amount = parseMoney(plain);
  return amount > 0n ? amount : null;
}
