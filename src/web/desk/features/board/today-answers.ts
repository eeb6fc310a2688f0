import { bankDayBefore, isBankDay } from '../../../../shared/domain/bank-holidays.ts';
import { formatDate } from '../../../../shared/domain/calendar-date.ts';
import type { QueueName } from '../../../../shared/domain/desk-queues.ts';
import { formatMoney } from '../../../../shared/domain/money.ts';
import type { StaffPermission } from '../../../../shared/domain/staff-permissions.ts';
import { countOf, groupedCount } from '../../../ui/figure/count.ts';
import type { DeskLinkTarget } from '../../desk-link.tsx';
import { shortDay, timeOfMinute, whenOf } from '../../ui/times.ts';
import type { Board } from './board.api.ts';

/** The answer to one question of the morning. */
export interface Answer {
  key: string;
  state: 'good' | 'watch' | 'late' | 'waiting';
  title: string;
  figure: string;
  words: string;
  /** Who is to do something about it; absent where nothing is to be done. */
  needs?: StaffPermission;
  /** The queue in which it can be looked at. */
  leadsTo?: { queue: QueueName; label: string };
  /** The page that it is about. */
  page?: { target: DeskLinkTarget; label: string };
}

export const answersOf = (board: Board, minuteOfDay: number): Answer[] => [
  answerOfFile(board, minuteOfDay),
  answerOfCheck(board),
  answerOfReports(board),
  answerOfPayout(board),
];

function answerOfFile({ file, day, usualMinute }: Board, minuteOfDay: number): Answer {
  const key = 'file';
  if (file?.postedOn !== day) {
    const usual = usualMinute === null ? '' : ` Usually ${timeOfMinute(usualMinute)}.`;
    const last = file ? ` The last one was posted ${whenOf(file.startedAt, day)}${by(file.postedBy)}.` : '';
    if (!isBankDay(day))
      return { key, state: 'good', title: 'No file today', figure: 'Banks are closed', words: last.trim() };
    const isLate = usualMinute !== null && minuteOfDay > usualMinute;
    return {
      key,
      state: isLate ? 'watch' : 'waiting',
      title: "Day's file",
      figure: 'Not yet',
      words: `${usual}${last}`.trim() || 'No file has been posted yet.',
      ...(isLate && { needs: 'post-payments' as const }),
    };
  }
  if (file.finishedAt === null)
    return {
      key,
      state: 'waiting',
      title: "Day's file is being posted",
      figure: countOf(file.entryCount, 'line'),
      words: `Begun ${whenOf(file.startedAt, day)}${by(file.postedBy)}.`,
    };
  const { refusedCount, heldCount, knownCount, postedAmount, takenBackAmount } = file;
  const done = file.postedCount + file.returnedCount + file.reversedCount;
  const open = refusedCount + heldCount;
  const rest = [
    refusedCount > 0 && `${groupedCount(refusedCount)} refused`,
    heldCount > 0 && `${groupedCount(heldCount)} suspected twice`,
    knownCount > 0 && `${groupedCount(knownCount)} posted before`,
  ].filter((part) => part !== false);
  const files = file.fileCount > 1 ? `${countOf(file.fileCount, 'file')}, ` : '';
  const lines = `${files}${groupedCount(done)} of ${countOf(file.entryCount, 'line')}`;
  const sums =
    postedAmount !== null && takenBackAmount !== null && takenBackAmount > 0n
      ? ` ${formatMoney(postedAmount)} cleared, ${formatMoney(takenBackAmount)} taken back.`
      : '';
  const through = file.completeThrough
    ? `Complete through ${shortDay(file.completeThrough)}, posted`
    : 'Posted';
  return {
    key,
    state: open > 0 ? 'watch' : 'good',
    title: file.fileCount > 1 ? "Day's files posted" : "Day's file posted",
    figure: postedAmount === null ? lines : formatMoney(postedAmount - (takenBackAmount ?? 0n)),
    words: `${postedAmount === null ? '' : `${lines}.${sums} `}${through} ${whenOf(file.finishedAt, day)}${by(file.postedBy)}.${rest.length > 0 ? ` ${rest.join(', ')}.` : ''}`,
    ...(open > 0 && {
      needs: 'post-payments' as const,
      leadsTo: { queue: 'lines' as const, label: `Look at the ${groupedCount(open)}` },
    }),
  };
}

const by = (who: string | null): string => (who === null ? '' : ` by ${who}`);

function answerOfCheck({ check, day }: Board): Answer {
  const key = 'check';
  if (!check)
    return {
      key,
      state: 'waiting',
      title: 'Reconciled to the cent',
      figure: 'Not yet',
      words: 'The book is compared with itself every night.',
    };
  const checked = `${whenOf(check.comparedAt, day)}, ${countOf(check.lineCount, 'line')} checked.`;
  return check.tiesOut
    ? {
        key,
        state: 'good',
        title: 'Reconciled to the cent',
        figure: `${formatMoney(0n)} apart`,
        words: `Payments, payout lines, totals and exports agree. ${checked}`,
      }
    : {
        key,
        state: 'watch',
        title: 'Not reconciled',
        figure: countOf(check.differenceCount, 'difference'),
        words: `Payments, payout lines, totals and exports do not agree. ${checked}`,
        page: { target: { page: 'differences' }, label: 'Open differences' },
        needs: 'approve-money',
      };
}

function answerOfReports({ reports, day }: Board): Answer {
  const key = 'reports';
  const due = bankDayBefore(day);
  if (!reports || reports.day < due) {
    const last = reports
      ? ` The last ones were of ${shortDay(reports.day)}: ${groupedCount(reports.sentCount)} of ${groupedCount(reports.reportCount)} sent.`
      : '';
    return {
      key,
      state: 'waiting',
      title: 'Reports',
      figure: 'Not yet',
      words: `Nightly reports of ${shortDay(due)}.${last}`,
    };
  }
  const failures = reports.failed.map(({ syndicate, why }) => `${syndicate}: ${why || 'not sent'}.`);
  const more = reports.failedCount - failures.length;
  const isDone = reports.sentCount === reports.reportCount;
  return {
    key,
    state: isDone ? 'good' : reports.failedCount > 0 ? 'watch' : 'waiting',
    title: isDone ? 'Reports sent' : 'Reports',
    figure: `${groupedCount(reports.sentCount)} of ${groupedCount(reports.reportCount)}`,
    words: [
      `Nightly reports of ${shortDay(reports.day)}.`,
      ...failures,
      ...(more > 0 ? [`And ${more} more.`] : []),
    ].join(' '),
    ...(reports.failedCount > 0 && {
      needs: 'change-settings' as const,
      leadsTo: { queue: 'mails' as const, label: 'Show the mails' },
    }),
  };
}

function answerOfPayout({ nextPayout, waitingRun }: Board): Answer {
  const key = 'payout';
  if (waitingRun) {
    const { runId, payDate, state, amount, preparedByName, isOwn } = waitingRun;
    return {
      key,
      state: 'watch',
      title: state === 'draft' ? 'Payout run waits' : 'Bank file to be made',
      figure: formatMoney(amount),
      words: `${formatDate(payDate)}, prepared by ${isOwn ? 'you' : preparedByName}. ${
        state === 'draft' ? 'Somebody else approves it.' : 'It is approved.'
      }`,
      // Whoever prepared a draft waits for somebody else.
      ...(!(isOwn && state === 'draft') && {
        needs: state === 'draft' ? 'approve-money' : 'prepare-payouts',
      }),
      page: {
        target: { page: 'payoutRun', params: { runId } },
        label: state === 'draft' && !isOwn ? 'Review and approve' : 'Open the run',
      },
    };
  }
  if (nextPayout?.movesOn && nextPayout.movesOn > nextPayout.payDate)
    return {
      key,
      state: 'late',
      title: 'Payout run not prepared',
      figure: formatMoney(nextPayout.amount),
      words: `${formatDate(nextPayout.payDate)}, ${countOf(nextPayout.syndicateCount, 'syndicate')}. If it is prepared now, the money moves ${formatDate(nextPayout.movesOn)}.`,
      needs: 'prepare-payouts',
      page: { target: { page: 'payouts' }, label: 'Open payouts' },
    };
  return nextPayout
    ? {
        key,
        state: 'good',
        title: 'Next pay date',
        figure: formatMoney(nextPayout.amount),
        words: `${formatDate(nextPayout.payDate)}, ${countOf(nextPayout.syndicateCount, 'syndicate')}, as posted so far.`,
      }
    : {
        key,
        state: 'waiting',
        title: 'Next pay date',
        figure: 'Nothing to pay',
        words: 'No payout is posted for today or later.',
      };
}
