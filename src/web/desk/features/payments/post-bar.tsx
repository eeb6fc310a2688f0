import { Button } from '@mantine/core';
import { deskPostingContract } from '../../../../shared/contract/desk-posting.ts';
import { dateOfCell } from '../../../../shared/domain/cell-values.ts';
import { formatMoney } from '../../../../shared/domain/money.ts';
import { messageOf } from '../../../lib/api-error.ts';
import { countOf, groupedCount } from '../../../ui/figure/count.ts';
import { useAction } from '../../../ui/use-action.ts';
import { DeskLink } from '../../desk-link.tsx';
import { FootBar } from '../../ui/foot-bar.tsx';
import parts from '../../ui/page-parts.module.css';
import { useChange } from '../../ui/use-change.ts';
import { totalsDiffer } from './control-totals.tsx';
import type { Sheet } from './payments.api.ts';

interface PostBarProps {
  sheet: Sheet;
  /** The day through which it is complete, as it was typed. */
  through: string;
}

/** Always says how many lines and how much will be posted, and what keeps them from it. */
export function PostBar({ sheet, through }: PostBarProps) {
  const change = useChange();
  const { isPending, failure, setFailure, run } = useAction(messageOf);
  const countFor = (...verdicts: string[]) =>
    sheet.counts
      .filter(({ verdict }) => verdicts.includes(verdict))
      .reduce((sum, { lineCount }) => sum + lineCount, 0);
  const posting = countFor('will post');
  const toLookAt = countFor('look at this');
  const waiting = countFor('refused', 'look at this', 'suspected', 'left out');
  if (sheet.state === 'posted')
    return (
      <FootBar
        what={`${countOf(posting, 'line')} posted, ${formatMoney(sheet.postingTotal)}`}
        remark={waiting > 0 && `${countOf(waiting, 'line')} left out: they wait until somebody settles them.`}
      >
        {waiting > 0 && (
          <DeskLink page="payments" className={parts['link']}>
            Settle them
          </DeskLink>
        )}
      </FootBar>
    );
  const obstacle =
    posting === 0
      ? `No line would be posted.${toLookAt > 0 ? ` ${countOf(toLookAt, 'line')} to look at.` : ''}`
      : totalsDiffer(sheet) && sheet.differenceReason === null
        ? 'The totals differ: write why before posting.'
        : null;
  const aside =
    toLookAt > 0
      ? `${countOf(toLookAt, 'line')} to look at: accept them with a reason, or they wait in the queue.`
      : 'Lines are only ever added. A mistake is corrected by a further line.';
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
    <FootBar
      what={`${countOf(posting, 'line')} will post, ${formatMoney(sheet.postingTotal)}; ${groupedCount(waiting)} wait in the queue, ${groupedCount(countFor('posted before'))} were posted before`}
      remark={failure ?? obstacle ?? aside}
      isWaiting={failure !== null || obstacle !== null || toLookAt > 0}
    >
      <Button size="md" disabled={obstacle !== null} loading={isPending} onClick={post}>
        Post {countOf(posting, 'line')}, {formatMoney(sheet.postingTotal)}
      </Button>
    </FootBar>
  );
}
