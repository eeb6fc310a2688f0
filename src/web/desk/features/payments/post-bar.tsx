import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { deskPostingContract } from '../../../../shared/contract/desk-posting.ts';
import { formatDate } from '../../../../shared/domain/calendar-date.ts';
import { dateOfCell } from '../../../../shared/domain/cell-values.ts';
import { formatMoney } from '../../../../shared/domain/money.ts';
import { messageOf } from '../../../lib/api-error.ts';
import { countOf, groupedCount } from '../../../ui/figure/count.ts';
import { fieldLook } from '../../../ui/form/field-look.ts';
import { FormAlert } from '../../../ui/form/form-alert.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { DeskLink } from '../../desk-link.tsx';
import { useChange } from '../../ui/use-change.ts';
import { totalsDiffer } from './control-totals.tsx';
import type { Sheet } from './payments.api.ts';
import classes from './post-day.module.css';

/** Always says how many lines and how much will be posted, and what keeps them from it. */
export function PostBar({ sheet }: { sheet: Sheet }) {
  const change = useChange();
  const { isPending, failure, setFailure, run } = useAction(messageOf);
  const [through, setThrough] = useState(sheet.latestDate ? formatDate(sheet.latestDate) : '');
  const countFor = (...verdicts: string[]) =>
    sheet.counts
      .filter(({ verdict }) => verdicts.includes(verdict))
      .reduce((sum, { lineCount }) => sum + lineCount, 0);
  const posting = countFor('will post');
  const waiting = countFor('refused', 'suspected', 'left out');
  if (sheet.state === 'posted')
    return (
      <div className={classes['bar']}>
        <p className={classes['barWords']}>
          <strong>
            {countOf(posting, 'line')} posted, {formatMoney(sheet.postingTotal)}
          </strong>
          {waiting > 0 && `${countOf(waiting, 'line')} left out: they wait until somebody settles them.`}
        </p>
        {waiting > 0 && <DeskLink page="payments">Settle them</DeskLink>}
      </div>
    );
  const obstacle =
    posting === 0
      ? 'No line would be posted.'
      : totalsDiffer(sheet) && sheet.differenceReason === null
        ? 'The totals differ: write why before posting.'
        : null;
  const post = () => {
    const day = dateOfCell(through);
    if ('reason' in day) return setFailure(`Complete through ${day.reason}.`);
    return run(async () => {
      await change(deskPostingContract.postSheet, {
        params: { fileId: sheet.fileId },
        body: { checkNumber: sheet.checkNumber, completeThrough: day.value },
      });
    });
  };
  return (
    <div className={classes['bar']}>
      <p className={classes['barWords']}>
        <strong>
          {countOf(posting, 'line')} will post; {groupedCount(waiting)} wait in the queue,{' '}
          {groupedCount(countFor('posted before'))} were posted before
        </strong>
        {obstacle ?? 'Lines are only ever added. A mistake is corrected by a further line.'}
      </p>
      <FormAlert message={failure} />
      <TextInput
        {...fieldLook}
        label="Complete through"
        placeholder="MM/DD/YYYY"
        value={through}
        onChange={({ currentTarget }) => setThrough(currentTarget.value)}
      />
      <Button disabled={obstacle !== null} loading={isPending} onClick={post}>
        Post {countOf(posting, 'line')}, {formatMoney(sheet.postingTotal)}
      </Button>
    </div>
  );
}
