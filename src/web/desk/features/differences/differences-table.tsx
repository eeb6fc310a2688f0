import { formatDate } from '../../../../shared/domain/calendar-date.ts';
import { formatMoment } from '../../../lib/moment.ts';
import { MoneyText } from '../../../ui/figure/amount.tsx';
import { countOf, groupedCount } from '../../../ui/figure/count.ts';
import { HeadedCard } from '../../../ui/page/headed-card.tsx';
import { type Column, DeskTable } from '../../ui/desk-table.tsx';
import type { Difference, Differences } from './differences.api.ts';

const COLUMNS: readonly Column<Difference>[] = [
  {
    name: 'Pay date',
    kind: 'day',
    width: 110,
    value: ({ payDate }) => (payDate === null ? null : formatDate(payDate)),
  },
  { name: 'Figure', width: 150, value: ({ figure }) => figure },
  { name: 'Expected', kind: 'number', width: 130, value: ({ expected }) => expected ?? 'no row' },
  { name: 'Found', kind: 'number', width: 130, value: ({ found }) => found ?? 'no row' },
  {
    name: 'Difference',
    kind: 'number',
    width: 120,
    value: ({ gap }) => (gap === null ? null : <MoneyText amount={gap} />),
  },
  {
    name: 'Since',
    kind: 'day',
    width: 170,
    isSpare: true,
    value: ({ foundAt }) => formatMoment(foundAt),
  },
];

/** The differences by where they were found: more than the place the data cannot say. */
export function DifferencesTable({ data }: { data: Differences | undefined }) {
  if (!data) return <Place place="Differences" rows={undefined} />;
  const places = [...new Set(data.differences.map(({ place }) => place))];
  return places.map((place) => (
    <Place key={place} place={place} rows={data.differences.filter((one) => one.place === place)} />
  ));
}

function Place({ place, rows }: { place: string; rows: readonly Difference[] | undefined }) {
  const isOfDeals = rows?.every(({ dealId }) => dealId !== null) ?? false;
  return (
    <HeadedCard
      title={place}
      about={rows && countOf(rows.length, 'difference')}
      isPending={rows === undefined}
    >
      <DeskTable
        label={place}
        first={isOfDeals ? 'Deal' : 'Investor'}
        columns={COLUMNS}
        rows={rows}
        keyOf={({ id }) => id.toString()}
        nameOf={(difference) => (isOfDeals ? (difference.dealName ?? '') : investorsOf(difference))}
        {...(isOfDeals && { below: investorsOf })}
        page={isOfDeals ? 'deal' : 'investor'}
        target={({ dealId, investors: [investor] }) => {
          if (isOfDeals) return { params: { dealId: dealId ?? undefined } };
          return investor ? { params: { syndicateId: investor.syndicateId } } : null;
        }}
      />
    </HeadedCard>
  );
}

function investorsOf({ investors, investorCount }: Difference): string {
  if (investors.length === 0) return 'No investor';
  const more = investorCount - investors.length;
  return `${investors.map(({ name }) => name).join(', ')}${more > 0 ? ` and ${groupedCount(more)} more` : ''}`;
}
