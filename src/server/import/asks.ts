import type { ImportAsk } from '../../shared/domain/import-asks.ts';
import { type Cents, sizeOf } from '../../shared/domain/money.ts';
import type { Touched } from './touched.ts';

/** Something that an import does and that has rules of its own when it is done by hand. */
export interface Asked {
  ask: ImportAsk;
  count: number;
  /** What it moves; null where that is not limited. */
  amount: Cents | null;
}

/** Whether what an import does asks for nothing that checking it has not found. The book may have changed in between. */
export function isWithin(now: readonly Asked[], checked: readonly Asked[]): boolean {
  return now.every(({ ask, count, amount }) => {
    const known = checked.find((one) => one.ask === ask);
    return (
      known !== undefined &&
      count <= known.count &&
      (amount === null || sizeOf(amount) <= sizeOf(known.amount ?? 0n))
    );
  });
}

/** What an import asks of whoever carries it out or undoes it, by what checking it has found. */
export function asksOf({
  counts,
  touched,
}: {
  counts: readonly { kind: string; new: number; changed: number }[];
  touched: Touched;
}): Asked[] {
  const of = (kind: string) => counts.find((row) => row.kind === kind) ?? { new: 0, changed: 0 };
  const asked: Asked[] = [
    { ask: 'investors added', count: of('syndicates').new, amount: null },
    { ask: 'investors changed', count: of('syndicates').changed, amount: null },
    { ask: 'investors renamed', count: touched.renamedCount ?? 0, amount: null },
    { ask: 'deals changed', count: of('deals').changed, amount: BigInt(touched.balances) },
    { ask: 'deals settled', count: touched.settledCount ?? 0, amount: null },
    { ask: 'brokers changed', count: of('brokers').changed + (touched.rebrokeredCount ?? 0), amount: null },
    { ask: 'deals funded', count: touched.fundedCount ?? 0, amount: BigInt(touched.funded ?? 0) },
    { ask: 'contract numbers changed', count: touched.renumberedCount ?? 0, amount: null },
    { ask: 'merchants changed', count: of('companies').changed, amount: null },
    { ask: 'shares funded', count: touched.paidShareCount, amount: BigInt(touched.paidShares) },
    { ask: 'shares changed', count: of('participations').changed, amount: null },
    { ask: 'payments posted', count: touched.postedCount, amount: null },
    { ask: 'payments taken back', count: touched.returnedCount, amount: BigInt(touched.returned) },
  ];
  return asked.filter(({ count }) => count > 0);
}
