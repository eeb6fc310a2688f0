import { Button } from '@mantine/core';
import { EmptyState } from '../../../ui/message/empty-state.tsx';
import { hasFilters, type TableChoice } from './table-choice.ts';

interface NoDealsProps {
  syndicateName: string;
  choice: TableChoice;
  onClear: () => void;
}

/** Says whether there are no deals at all, or none that match. */
export function NoDeals({ syndicateName, choice, onClear }: NoDealsProps) {
  const search = choice.search.trim();
  if (search === '' && !hasFilters(choice)) {
    return (
      <EmptyState
        title="No deals yet"
        reason={`${syndicateName} has not taken part in a deal so far. The figures start with its first one.`}
      />
    );
  }
  const clear = (
    <Button variant="default" onClick={onClear}>
      Clear filters
    </Button>
  );
  return <EmptyState title="No deals match" reason={reasonFor(search, hasFilters(choice))} action={clear} />;
}

function reasonFor(search: string, isFiltered: boolean): string {
  if (search === '') return 'No deal fits all of the filters.';
  const asked = `No merchant’s name and no MID contains “${search}”`;
  return isFiltered ? `${asked} among the deals that fit the filters.` : `${asked}.`;
}
