import {
  IconChevronLeft,
  IconChevronLeftPipe,
  IconChevronRight,
  IconChevronRightPipe,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { groupedCount } from '../figure/count.ts';
import { SelectField } from '../form/select-field.tsx';
import { Skeleton } from '../skeleton.tsx';
import classes from './pager.module.css';
import { visiblePages } from './pages.ts';

interface PagerProps<Length extends number | 'all'> {
  /** The pager's label, where there are several. */
  label?: string;
  total: number;
  page: number;
  lengths: readonly Length[];
  length: Length;
  onPage: (page: number) => void;
  onLength: (length: Length) => void;
  /** Called when a page is likely to be opened next. */
  onIntent?: (page: number) => void;
}

/** Which rows are shown, how many per page, and the links to the other pages. */
export function Pager<Length extends number | 'all'>(props: PagerProps<Length>) {
  const { label = 'Pages', total, page, lengths, length, onPage, onLength, onIntent } = props;
  const rowsPerPage = length === 'all' ? Math.max(total, 1) : Number(length);
  const pageCount = Math.max(1, Math.ceil(total / rowsPerPage));
  const first = Math.min((page - 1) * rowsPerPage + 1, total);
  const last = Math.min(page * rowsPerPage, total);
  const goTo = (target: number) => ({
    isDisabled: target < 1 || target > pageCount || target === page,
    onPress: () => onPage(target),
    onIntent: () => onIntent?.(target),
  });
  return (
    <div className={classes['pager']}>
      <p className={classes['range']}>
        {groupedCount(first)}–{groupedCount(last)} of {groupedCount(total)}
      </p>
      {pageCount > 1 && (
        <nav className={classes['pages']} aria-label={label}>
          <Step label="First page" {...goTo(page === 1 ? 0 : 1)}>
            <IconChevronLeftPipe size={16} stroke={1.75} aria-hidden="true" />
          </Step>
          <Step label="Previous page" isAdjacent {...goTo(page - 1)}>
            <IconChevronLeft size={16} stroke={1.75} aria-hidden="true" />
          </Step>
          {visiblePages(page, pageCount).map((number) => (
            <button
              key={number}
              type="button"
              className={classes['page']}
              aria-label={`Page ${number}`}
              aria-current={number === page ? 'page' : undefined}
              onPointerEnter={() => onIntent?.(number)}
              onClick={() => onPage(number)}
            >
              {number}
            </button>
          ))}
          <Step label="Next page" isAdjacent {...goTo(page + 1)}>
            <IconChevronRight size={16} stroke={1.75} aria-hidden="true" />
          </Step>
          <Step label="Last page" {...goTo(page === pageCount ? 0 : pageCount)}>
            <IconChevronRightPipe size={16} stroke={1.75} aria-hidden="true" />
          </Step>
        </nav>
      )}
      <SelectField
        label="Rows per page"
        options={lengths.map((value) => ({ value, label: value === 'all' ? 'All' : String(value) }))}
        value={length}
        isQuiet
        onPick={(picked) => picked !== null && onLength(picked)}
      />
    </div>
  );
}

/** Shown while the number of rows is not known. */
export function PagerSkeleton() {
  return (
    <div className={classes['pager']} aria-hidden="true">
      <p className={classes['range']}>
        <Skeleton characters={12} />
      </p>
    </div>
  );
}

interface StepProps {
  label: string;
  /** A button to the previous or next page, which a narrow window hides because it has the numbers. */
  isAdjacent?: boolean;
  isDisabled: boolean;
  onPress: () => void;
  onIntent: () => void;
  children: ReactNode;
}

/** Stays focusable at both ends, so that the keyboard does not lose its position. */
function Step({ label, isAdjacent, isDisabled, onPress, onIntent, children }: StepProps) {
  return (
    <button
      type="button"
      className={classes['page']}
      data-adjacent={isAdjacent}
      aria-label={label}
      aria-disabled={isDisabled}
      onPointerEnter={isDisabled ? undefined : onIntent}
      onClick={isDisabled ? undefined : onPress}
    >
      {children}
    </button>
  );
}
