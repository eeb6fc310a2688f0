import { useState } from 'react';
import { formatDate } from '../../../../shared/domain/calendar-date.ts';
import { formatMoney } from '../../../../shared/domain/money.ts';
import { Chip } from '../../../ui/figure/chip.tsx';
import { SearchField } from '../../../ui/form/search-field.tsx';
import { CardFailure, HeadedCard, NothingInCard } from '../../../ui/page/headed-card.tsx';
import { TextButton } from '../../../ui/text-button.tsx';
import { type Column, DeskTable } from '../../ui/desk-table.tsx';
import { type Payment, usePayments } from './payments.api.ts';
import classes from './post-day.module.css';

const COLUMNS: readonly Column<Payment>[] = [
  { name: 'Date', kind: 'day', value: ({ date }) => formatDate(date) },
  { name: 'MID', kind: 'day', value: ({ mid }) => mid },
  { name: 'Amount', kind: 'number', value: ({ amount }) => formatMoney(amount) },
  {
    name: 'State',
    value: ({ status, isVoid, returnCode }) => (
      <Chip tone={status === 'cleared' ? 'good' : 'bad'}>
        {isVoid ? 'Voided' : status === 'cleared' ? 'Cleared' : `Returned ${returnCode ?? ''}`}
      </Chip>
    ),
  },
  {
    name: 'From',
    value: ({ fileName, line }) => (fileName ? `${fileName}${line === null ? '' : `, line ${line}`}` : null),
  },
  { name: 'Posted by', isSpare: true, value: ({ postedBy }) => postedBy },
];

/** All payments, found by reference, MID, day or amount. */
export function PaymentsCard() {
  const [search, setSearch] = useState('');
  const payments = usePayments(search);
  const rows = payments.data?.pages.flatMap((page) => page.payments);
  return (
    <HeadedCard
      title="All payments"
      isPending={payments.isPending}
      aside={
        <SearchField
          placeholder="Reference, MID, day or amount"
          value={search}
          onSearch={setSearch}
          hasKey={false}
        />
      }
    >
      {payments.isError && !rows ? (
        <CardFailure
          what="The payments"
          error={payments.error}
          isRetrying={payments.isFetching}
          onRetry={() => payments.refetch()}
        />
      ) : rows?.length === 0 ? (
        <NothingInCard title={search === '' ? 'There are no payments yet' : 'No payment matches'}>
          {search !== '' &&
            'Search for a whole reference or MID, a day such as 11/13/2026, or an amount such as 690.00.'}
        </NothingInCard>
      ) : (
        <DeskTable
          label="Payments"
          first="Payment"
          columns={COLUMNS}
          rows={rows}
          keyOf={({ id }) => id.toString()}
          nameOf={({ dealName }) => dealName}
          below={({ reference }) => reference}
          page="payments"
          target={() => null}
        />
      )}
      {payments.hasNextPage && (
        <div className={classes['more']}>
          <TextButton onClick={() => payments.fetchNextPage()}>
            {payments.isFetchingNextPage ? 'Loading more payments' : 'Show more payments'}
          </TextButton>
        </div>
      )}
    </HeadedCard>
  );
}
