import { Button } from '@mantine/core';
import { useState } from 'react';
import { MOST_DEALS_AT_ONCE } from '../../../../shared/contract/desk-deal-changes.ts';
import { formatDate } from '../../../../shared/domain/calendar-date.ts';
import { formatMoney } from '../../../../shared/domain/money.ts';
import { usePageTitle } from '../../../page/use-page-title.ts';
import { MoneyText } from '../../../ui/figure/amount.tsx';
import { Chip } from '../../../ui/figure/chip.tsx';
import { SearchField } from '../../../ui/form/search-field.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { CardFailure, HeadedCard, NothingInCard } from '../../../ui/page/headed-card.tsx';
import { PageHeader } from '../../../ui/page/page-header.tsx';
import { LoadMore } from '../../../ui/table/load-more.tsx';
import { TextButton } from '../../../ui/text-button.tsx';
import { useMay } from '../../desk-user.ts';
import { type Column, DeskTable } from '../../ui/desk-table.tsx';
import classes from '../../ui/page-parts.module.css';
import { ChangeDialog } from './change-dialog.tsx';
import { DealChip } from './deal-chip.tsx';
import { type DealChoice, LISTED_STATUSES, useDealChoice } from './deal-choice.ts';
import { type ListedDeal, useDeals } from './deals.api.ts';
import dealClasses from './deals.module.css';

const COLUMNS: readonly Column<ListedDeal>[] = [
  { name: 'Status', value: ({ status }) => <DealChip status={status} /> },
  {
    name: 'Funded on',
    kind: 'day',
    isSpare: true,
    value: ({ fundedDate }) => fundedDate && formatDate(fundedDate),
  },
  {
    name: 'Funded',
    kind: 'number',
    value: ({ fundedAmount }) => (fundedAmount === null ? null : <MoneyText amount={fundedAmount} />),
  },
  {
    name: 'Collected',
    kind: 'number',
    value: ({ fundedAmount, collected }) => (fundedAmount === null ? null : <MoneyText amount={collected} />),
  },
  {
    name: 'Standing',
    value: (deal) => (deal.fundedAmount === null ? null : <Standing deal={deal} />),
  },
];

/** The deals of the funder, with how each stands. */
export function DealsPage() {
  usePageTitle('Deals', 'Desk');
  const [choice, choose] = useDealChoice();
  const deals = useDeals(choice);
  const rows = deals.data?.pages.flatMap((page) => page.deals);
  const mayChange = useMay('change-deals');
  const [picked, setPicked] = useState<readonly ListedDeal[]>([]);
  const [changing, setChanging] = useState<'status' | 'terms' | null>(null);
  const columns = mayChange ? [...COLUMNS, pickColumn(picked, setPicked)] : COLUMNS;
  return (
    <>
      <PageHeader title="Deals" caption="Every deal of the book, funded or not, with how it stands" />
      <div className={classes['stack']}>
        <div className={classes['tools']}>
          <SearchField
            placeholder="Name or MID"
            value={choice.search}
            hasKey={false}
            onSearch={(search) => choose({ search })}
          />
          <SelectField
            label="Status"
            options={LISTED_STATUSES.map((value) => ({ value, label: value }))}
            value={choice.status ?? null}
            everything="Any"
            onPick={(status) => choose({ status: status ?? undefined })}
          />
          <SelectField
            label="Standing"
            options={[{ value: 'watched', label: 'On the watchlist' }]}
            value={choice.standing ?? null}
            everything="Any"
            onPick={(standing) => choose({ standing: standing === null ? undefined : 'watched' })}
          />
          {picked.length > 0 && (
            <>
              <Button variant="default" onClick={() => setChanging('status')}>
                Change status of {picked.length}
              </Button>
              <Button variant="default" onClick={() => setChanging('terms')}>
                Change terms of {picked.length}
              </Button>
              <TextButton onClick={() => setPicked([])}>Choose none</TextButton>
            </>
          )}
        </div>
        <HeadedCard title="Deals" about="Newest first" isPending={deals.isPending}>
          {deals.isError && !rows ? (
            <CardFailure
              what="The deals"
              error={deals.error}
              isRetrying={deals.isFetching}
              onRetry={() => deals.refetch()}
            />
          ) : rows?.length === 0 ? (
            <Nothing choice={choice} />
          ) : (
            <DeskTable
              label="Deals"
              first="Deal"
              columns={columns}
              rows={rows}
              keyOf={({ dealId }) => dealId.toString()}
              nameOf={({ dealName }) => dealName}
              below={({ mid }) => mid}
              page="deal"
              target={({ dealId }) => ({ params: { dealId } })}
            />
          )}
        </HeadedCard>
        <LoadMore
          what="deals"
          hasMore={deals.hasNextPage}
          isLoading={deals.isFetchingNextPage}
          error={deals.isFetchNextPageError ? deals.error : null}
          load={() => void deals.fetchNextPage()}
        />
      </div>
      {changing && (
        <ChangeDialog
          what={changing}
          deals={picked}
          onClose={() => {
            setChanging(null);
            setPicked([]);
          }}
        />
      )}
    </>
  );
}

/** Ticks deals that are changed together. What is not funded yet has no status or terms to change. */
const pickColumn = (
  picked: readonly ListedDeal[],
  onPick: (deals: readonly ListedDeal[]) => void,
): Column<ListedDeal> => ({
  name: 'Choose',
  kind: 'action',
  value: (deal) => {
    if (deal.fundedDate === null) return null;
    const others = picked.filter(({ dealId }) => dealId !== deal.dealId);
    const isPicked = others.length < picked.length;
    return (
      <label className={dealClasses['pick']}>
        <input
          type="checkbox"
          aria-label={`Choose ${deal.dealName}`}
          checked={isPicked}
          disabled={!isPicked && picked.length >= MOST_DEALS_AT_ONCE}
          onChange={() => onPick(isPicked ? others : [...picked, deal])}
        />
        <span>Choose</span>
      </label>
    );
  },
});

const Nothing = ({ choice: { search, status, standing } }: { choice: DealChoice }) =>
  search !== '' || status || standing ? (
    <NothingInCard title="No deal is like that">Search for less, or choose another status.</NothingInCard>
  ) : (
    <NothingInCard title="There are no deals yet">
      They come with an import from your own system.
    </NothingInCard>
  );

/** What is wrong with it, in a few words; nothing where it pays as agreed. */
function Standing({ deal: { arrears, missedCount, isWatched } }: { deal: ListedDeal }) {
  const words = [
    ...(arrears > 0n ? [`${formatMoney(arrears)} behind`] : []),
    ...(missedCount > 0 ? [`${missedCount} missed`] : []),
  ].join(', ');
  if (isWatched) return <Chip tone="watch">{words || 'On the watchlist'}</Chip>;
  return words || 'As agreed';
}
