import type { Output } from '../../../shared/contract/endpoint.ts';
import type { statementsContract } from '../../../shared/contract/statements.ts';

export type ListedStatement = Output<typeof statementsContract.statements>['statements'][number];

/** A month or a year: the version that counts, and those whose place it took, the newest first. */
interface StatementOfPeriod {
  newest: ListedStatement;
  earlier: readonly ListedStatement[];
}

export interface StatementYear {
  year: string;
  /** The statement of the year comes first, then its months, the newest first. */
  periods: readonly StatementOfPeriod[];
}

export function yearsOf(statements: readonly ListedStatement[]): StatementYear[] {
  const byYear = Map.groupBy(statements, ({ from }) => from.slice(0, 4));
  return [...byYear]
    .toSorted(([one], [other]) => (one < other ? 1 : -1))
    .map(([year, ofYear]) => ({
      year,
      periods: periodsOf(ofYear),
    }));
}

function periodsOf(statements: readonly ListedStatement[]): StatementOfPeriod[] {
  const byPeriod = Map.groupBy(statements, ({ kind, from }) => `${kind === 'year' ? '~' : ''}${from}`);
  return [...byPeriod]
    .toSorted(([one], [other]) => (one < other ? 1 : -1))
    .flatMap(([, versions]) => {
      const [newest, ...earlier] = versions.toSorted((one, other) => other.version - one.version);
      return newest ? [{ newest, earlier }] : [];
    });
}
