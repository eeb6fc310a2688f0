import type { ReactNode } from 'react';
import { formatMonth } from '../../../../shared/domain/calendar-date.ts';
import { SearchField } from '../../../ui/form/search-field.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { ToggleChip } from '../../../ui/form/toggle-chip.tsx';
import { SortBy } from '../../../ui/table/sort-by.tsx';
import { TextButton } from '../../../ui/text-button.tsx';
import type { ParticipationColumn } from './columns.tsx';
import { useFilterLists } from './participations.api.ts';
import type { TableChoice } from './table-choice.ts';
import classes from './table-toolbar.module.css';
import type { ChangeChoice } from './use-table-choice.ts';

interface TableToolbarProps {
  syndicateId: bigint;
  columns: readonly ParticipationColumn[];
  choice: TableChoice;
  onChange: ChangeChoice;
  hasMonth: boolean;
  /** Whether to show it beside a table; cards have no headers and always need it. */
  hasSortBy: boolean;
  action: ReactNode;
  /** More filters. */
  children: ReactNode;
}

export function TableToolbar(props: TableToolbarProps) {
  const { syndicateId, columns, choice, onChange, hasMonth, hasSortBy, action, children } = props;
  const lists = useFilterLists(syndicateId);
  const statuses = withChosen(lists.data?.statuses, choice.status);
  const months = withChosen(lists.data?.agreementMonths, choice.agreementMonth);
  return (
    <div className={classes['toolbar']}>
      <SearchField
        placeholder="Search merchant or MID"
        value={choice.search}
        // Replaces the history entry while typing, so that one step back leaves the search.
        onSearch={(search) => onChange({ search }, { replace: choice.search !== '' && search !== '' })}
      />
      <div className={classes['filters']}>
        <SelectField
          label="Status"
          everything="All Status"
          value={choice.status}
          options={statuses.map((status) => ({ value: status, label: status }))}
          onPick={(status) => onChange({ status })}
        />
        {hasMonth && (
          <SelectField
            label="Agreed"
            everything="All M/Y"
            value={choice.agreementMonth}
            options={months.map((month) => ({ value: month, label: formatMonth(month) }))}
            onPick={(agreementMonth) => onChange({ agreementMonth })}
          />
        )}
        <ToggleChip
          label="On watchlist"
          isOn={choice.onWatchlist}
          onToggle={(onWatchlist) => onChange({ onWatchlist })}
        />
      </div>
      {children}
      {lists.isError && (
        <p className={classes['failure']} role="alert">
          The filter lists did not load. <TextButton onClick={() => lists.refetch()}>Try again</TextButton>
        </p>
      )}
      <div className={classes['end']}>
        <div className={classes['order']} data-only-narrow={!hasSortBy || undefined}>
          <SortBy columns={columns} sorting={choice.sorting} onSort={(sorting) => onChange({ sorting })} />
        </div>
        {action}
      </div>
    </div>
  );
}

/** A shared link may contain an option that no longer exists. */
function withChosen<T>(list: readonly T[] = [], chosen: T | null): readonly T[] {
  return chosen === null || list.includes(chosen) ? list : [chosen, ...list];
}
