import type { CalendarDate } from '../../../shared/domain/calendar-date.ts';
import { compareDeals } from '../../../shared/domain/compared-deals.ts';
import { sumMoney } from '../../../shared/domain/money.ts';
import { type ComparedAs, isTooMuchPasted, readPastedPairs } from '../../../shared/domain/pasted-pairs.ts';
import type { DealFigure } from '../../../shared/domain/why-figures.ts';
import type { Tx } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/errors.ts';
import { readAllDeals } from './deals.queries.ts';
import { readFigures } from './figure-values.ts';

/** More than anybody looks through. What is beyond it is told as one amount. */
const MOST_LISTED = 500;

interface Asked {
  tenantId: string;
  syndicateId: bigint;
  figure: DealFigure;
  payDate: CalendarDate | undefined;
  pasted: string;
}

/** Compares what somebody has pasted with our own figure of each deal. Nothing of it is stored. */
export async function comparePasted(tx: Tx, { tenantId, syndicateId, figure, pasted, ...asked }: Asked) {
  if (isTooMuchPasted(pasted))
    throw new Refusal('invalid_request', { message: 'More than 50,000 lines cannot be compared at once.' });
  const { payDate } = await readFigures(tx, tenantId, syndicateId, asked.payDate);
  const { pairs, unread, header } = readPastedPairs(pasted);
  const deals = await readAllDeals(tx, figure, { tenantId, syndicateId, payDate });
  const { differences, sameCount, ours, theirs } = compareDeals(deals, pairs);
  const countOf = (kind: ComparedAs) => differences.filter((one) => one.kind === kind).length;
  const repeated = [...pairs.values()].filter(({ lines }) => lines.length > 1);
  return {
    payDate,
    differences: differences.slice(0, MOST_LISTED),
    counts: {
      same: sameCount,
      otherAmount: countOf('other amount'),
      onlyTheirs: countOf('only theirs'),
      onlyOurs: countOf('only ours'),
    },
    ...{ ours, theirs, header },
    notListed: sumMoney(differences.slice(MOST_LISTED).map(({ difference }) => difference)),
    repeated: repeated.slice(0, MOST_LISTED),
    unread: unread.slice(0, MOST_LISTED),
    unreadCount: unread.length,
    pairCount: pairs.size,
  };
}
