import { statementAverages } from '../../../shared/domain/statement-averages.ts';
import type { readStatementMonths } from './fcs.queries.ts';

/** The averages of each account, of the months that are on file. */
export const accountAverages = (months: Awaited<ReturnType<typeof readStatementMonths>>) =>
  Array.from(
    Map.groupBy(months, ({ bankAccountId }) => bankAccountId),
    ([bankAccountId, ofThisOne]) => ({ bankAccountId, ...statementAverages(ofThisOne) }),
  );
