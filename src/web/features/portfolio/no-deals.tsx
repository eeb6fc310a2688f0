import { Button } from '@mantine/core';
import { EmptyState } from '../../ui/empty-state.tsx';

interface NoDealsProps {
  syndicateName: string;
  isFiltered: boolean;
  onClear: () => void;
}

export function NoDeals({ syndicateName, isFiltered, onClear }: NoDealsProps) {
  if (!isFiltered) {
    return (
      <EmptyState
        title="No deals yet"
        reason={`${syndicateName} has not taken part in a deal so far. The figures start with its first one.`}
      />
    );
  }
  return (
    <EmptyState
      title="No deals match"
      reason="No deal fits both the search and the filters."
      action={
        <Button variant="default" onClick={onClear}>
          Clear filters
        </Button>
      }
    />
  );
}
