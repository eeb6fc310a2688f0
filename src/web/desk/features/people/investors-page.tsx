import { Button } from '@mantine/core';
import { useState } from 'react';
import { formatDate } from '../../../../shared/domain/calendar-date.ts';
import { usePageTitle } from '../../../page/use-page-title.ts';
import { MoneyText } from '../../../ui/figure/amount.tsx';
import { Chip } from '../../../ui/figure/chip.tsx';
import { countOf, groupedCount } from '../../../ui/figure/count.ts';
import { SearchField } from '../../../ui/form/search-field.tsx';
import { NothingInCard } from '../../../ui/page/headed-card.tsx';
import { PageHeader } from '../../../ui/page/page-header.tsx';
import { useMay } from '../../desk-user.ts';
import { ApprovalsCard } from '../../ui/approvals-card.tsx';
import { type Column, DeskTable } from '../../ui/desk-table.tsx';
import { ListCard } from '../../ui/list-card.tsx';
import classes from '../../ui/page-parts.module.css';
import { type ListedInvestor, useInvestors } from './people.api.ts';
import { SyndicateDialog } from './syndicate-dialog.tsx';

const COLUMNS: readonly Column<ListedInvestor>[] = [
  { name: 'Deals', kind: 'number', value: ({ dealCount }) => groupedCount(dealCount) },
  {
    name: 'Investment cost',
    kind: 'number',
    value: ({ investmentCost }) => <MoneyText amount={investmentCost} />,
  },
  {
    name: 'Portfolio balance',
    kind: 'number',
    value: ({ portfolioBalance }) => <MoneyText amount={portfolioBalance} />,
  },
  { name: 'Paid out', kind: 'number', value: ({ paidOut }) => <MoneyText amount={paidOut} /> },
  {
    name: 'Next pay date',
    kind: 'day',
    value: ({ nextPayDate }) => nextPayDate && formatDate(nextPayDate),
  },
  {
    name: 'Cash available',
    kind: 'number',
    value: ({ cashAvailable }) => (cashAvailable === null ? null : <MoneyText amount={cashAvailable} />),
  },
  {
    name: 'State',
    value: ({ hasBankChange, closedAt }) => {
      if (hasBankChange) return <Chip tone="watch">Bank change</Chip>;
      return closedAt === null ? null : <Chip tone="closed">Closed</Chip>;
    },
  },
];

/** The syndicates with the figures of their own dashboards. */
export function InvestorsPage() {
  usePageTitle('Investors', 'Desk');
  const mayManage = useMay('manage-people');
  const [isAdding, setIsAdding] = useState(false);
  const [search, setSearch] = useState('');
  const [page, setPage] = useState(1);
  const investors = useInvestors({ search: search.replaceAll('@', '').slice(0, 40), page });
  const { data } = investors;
  return (
    <>
      <PageHeader
        title="Investors"
        caption="The syndicates, with the figures that they see themselves"
        action={mayManage && <Button onClick={() => setIsAdding(true)}>Add a syndicate</Button>}
      />
      <div className={classes['stack']}>
        <ApprovalsCard needs="manage-people" />
        <div className={classes['tools']}>
          <SearchField
            placeholder="Name or abbreviation"
            hasKey={false}
            value={search}
            onSearch={(text) => {
              setSearch(text.trim());
              setPage(1);
            }}
          />
        </div>
        <ListCard
          title="Syndicates"
          what="The syndicates"
          about={({ count }) => countOf(count, 'syndicate')}
          aboutLength={12}
          query={investors}
          page={page}
          onPage={setPage}
          nothing={
            <NothingInCard title={search === '' ? 'There are no syndicates yet' : 'No syndicate matches'}>
              {search === ''
                ? 'Add the first one here, or import them with your book.'
                : 'Try a part of the name or the abbreviation.'}
            </NothingInCard>
          }
        >
          <DeskTable
            label="Syndicates"
            first="Syndicate"
            columns={COLUMNS}
            rows={data?.investors}
            keyOf={({ id }) => id.toString()}
            nameOf={({ name }) => name}
            below={({ abbreviation, peopleCount }) =>
              `${abbreviation} · ${countOf(peopleCount, 'person', 'people')}`
            }
            page="investor"
            target={({ id: syndicateId }) => ({ params: { syndicateId } })}
          />
        </ListCard>
      </div>
      {isAdding && <SyndicateDialog onClose={() => setIsAdding(false)} />}
    </>
  );
}
