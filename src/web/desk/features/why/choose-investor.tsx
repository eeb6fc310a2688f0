import { useState } from 'react';
import { MoneyText } from '../../../ui/figure/amount.tsx';
import { groupedCount } from '../../../ui/figure/count.ts';
import { SearchField } from '../../../ui/form/search-field.tsx';
import { CardFailure, HeadedCard, NothingInCard } from '../../../ui/page/headed-card.tsx';
import { type Column, DeskTable } from '../../ui/desk-table.tsx';
import parts from '../../ui/page-parts.module.css';
import { useInvestorNames } from './why.api.ts';
import { changed, searchOf, type WhyChoice } from './why-choice.ts';

type Listed = NonNullable<ReturnType<typeof useInvestorNames>['data']>['investors'][number];

const COLUMNS: readonly Column<Listed>[] = [
  {
    name: 'Portfolio balance',
    kind: 'number',
    value: ({ portfolioBalance }) => <MoneyText amount={portfolioBalance} />,
  },
];

interface ChooseInvestorProps {
  choice: WhyChoice;
}

/** Whose number it is, where the address does not say it. */
export function ChooseInvestor({ choice }: ChooseInvestorProps) {
  const [search, setSearch] = useState('');
  const investors = useInvestorNames(search.replaceAll('@', '').slice(0, 40));
  const { data } = investors;
  return (
    <div className={parts['stack']}>
      <div className={parts['tools']}>
        <SearchField
          placeholder="Name or abbreviation"
          value={search}
          onSearch={(text) => setSearch(text.trim())}
          hasKey={false}
        />
      </div>
      <HeadedCard
        title="Whose number?"
        about={data && data.count > data.investors.length ? firstOf(data.investors.length, data.count) : ''}
        isPending={investors.isPending}
      >
        {investors.isError && (
          <CardFailure
            what="The syndicates"
            error={investors.error}
            isRetrying={investors.isFetching}
            onRetry={() => investors.refetch()}
          />
        )}
        {data?.count === 0 && (
          <NothingInCard title={search === '' ? 'There are no syndicates yet' : 'No syndicate matches'} />
        )}
        {!investors.isError && data?.count !== 0 && (
          <DeskTable
            label="Syndicates"
            first="Syndicate"
            columns={COLUMNS}
            rows={data?.investors}
            keyOf={({ id }) => id.toString()}
            nameOf={({ name }) => name}
            below={({ abbreviation }) => abbreviation}
            page="why"
            target={({ id: syndicateId }) => ({ search: searchOf(changed(choice, { syndicateId })) })}
          />
        )}
      </HeadedCard>
    </div>
  );
}

const firstOf = (shown: number, count: number): string =>
  `The first ${shown} of ${groupedCount(count)}: search for the others`;
