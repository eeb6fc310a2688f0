import { Button } from '@mantine/core';
import { useState } from 'react';
import { deskPostingContract, MOST_LINES_AT_ONCE } from '../../../../shared/contract/desk-posting.ts';
import { countOf, groupedCount } from '../../../ui/figure/count.ts';
import { flash } from '../../../ui/message/flash.ts';
import { ReasonDialog } from '../../ui/reason-dialog.tsx';
import { useChange } from '../../ui/use-change.ts';
import type { Sheet, SheetLine } from './payments.api.ts';
import classes from './post-day.module.css';

/** The lines that somebody has ticked; all of them, also those that are not shown yet. */
export type Picked = ReadonlySet<number> | 'all';

/** What is ticked is of one check: after the next one, other lines may need a look. */
export function usePicked({ checkNumber }: Sheet) {
  const [state, setState] = useState<{ checkNumber: number; picked: Picked }>({
    checkNumber,
    picked: new Set(),
  });
  const picked: Picked = state.checkNumber === checkNumber ? state.picked : new Set<number>();
  return [picked, (next: Picked) => setState({ checkNumber, picked: next })] as const;
}

interface PickBoxProps {
  line: SheetLine;
  picked: Picked;
  onPick: (picked: Picked) => void;
}

export function PickBox({ line: { line }, picked, onPick }: PickBoxProps) {
  const isPicked = picked === 'all' || picked.has(line);
  const toggled = () =>
    onPick(
      isPicked
        ? new Set([...(picked as ReadonlySet<number>)].filter((other) => other !== line))
        : new Set([...(picked as ReadonlySet<number>), line]),
    );
  return (
    <label className={classes['pick']}>
      <input
        type="checkbox"
        aria-label={`Accept line ${line}`}
        checked={isPicked}
        disabled={picked === 'all' || (!isPicked && picked.size >= MOST_LINES_AT_ONCE)}
        onChange={toggled}
      />
      Accept
    </label>
  );
}

interface AcceptBarProps {
  sheet: Sheet;
  lineCount: number;
  picked: Picked;
  onPick: (picked: Picked) => void;
}

/** Accepts what is ticked, with one reason. */
export function AcceptBar({ sheet, lineCount, picked, onPick }: AcceptBarProps) {
  const change = useChange();
  const [isAsking, setIsAsking] = useState(false);
  const count = picked === 'all' ? lineCount : picked.size;
  return (
    <div className={classes['accept']}>
      <label className={classes['pick']}>
        <input
          type="checkbox"
          checked={picked === 'all'}
          onChange={() => onPick(picked === 'all' ? new Set() : 'all')}
        />
        Select all {groupedCount(lineCount)}
      </label>
      <Button variant="default" size="xs" disabled={count === 0} onClick={() => setIsAsking(true)}>
        Accept {countOf(count, 'line')}
      </Button>
      {isAsking && (
        <ReasonDialog
          title={`Accept ${countOf(count, 'line')}?`}
          lead={`${count === 1 ? 'It posts' : 'They post'} with this file. The reason stays with each line and in the audit trail.`}
          description="Say how you know that the payment belongs to this deal."
          needed="Enter a reason."
          askLabel={`Accept ${countOf(count, 'line')}`}
          onAsk={async (reason) => {
            await change(deskPostingContract.acceptLines, {
              params: { fileId: sheet.fileId },
              body: {
                ...{ checkNumber: sheet.checkNumber, reason },
                lines: picked === 'all' ? null : [...picked],
              },
            });
            setIsAsking(false);
            flash(`${countOf(count, 'line')} accepted`);
          }}
          onClose={() => setIsAsking(false)}
        />
      )}
    </div>
  );
}
