import { IconCheck } from '@tabler/icons-react';
import { formatDate } from '../../../../shared/domain/calendar-date.ts';
import { formatMoment } from '../../../lib/moment.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { timeOfMinute } from '../../ui/times.ts';
import type { Run } from './payouts.api.ts';
import classes from './payouts.module.css';

interface Step {
  title: string;
  isDone: boolean;
  lines: readonly string[];
}

/** The four states of a run in one strip, each with who and when. */
export function RunSteps({ run }: { run: Run | undefined }) {
  const steps = run ? stepsOf(run) : TITLES.map((title) => ({ title, isDone: false, lines: null }));
  const current = steps.findIndex(({ isDone }) => !isDone);
  return (
    <ol className={classes['steps']} aria-busy={run === undefined}>
      {steps.map(({ title, isDone, lines }, place) => (
        <li
          key={title}
          className={classes['step']}
          aria-current={run && place === current ? 'step' : undefined}
        >
          <p className={classes['stepTitle']}>
            <span className={classes['number']} data-done={isDone || undefined}>
              {isDone ? <IconCheck size={14} stroke={2} role="img" aria-label="Done" /> : place + 1}
            </span>
            {title}
          </p>
          {lines?.map((line) => (
            <p key={line} className={classes['quiet']}>
              {line}
            </p>
          )) ?? (
            <>
              <p className={classes['quiet']}>
                <Skeleton characters={24} />
              </p>
              <p className={classes['quiet']}>
                <Skeleton characters={18} />
              </p>
            </>
          )}
        </li>
      ))}
    </ol>
  );
}

const TITLES = ['Draft', 'Approval', 'File to the bank', 'Settled'];

function stepsOf(run: Run): Step[] {
  const { preparedByName, preparedAt, approvedByName, approvedAt, madeByName, madeAt } = run;
  const { settledByName, settledAt, effectiveDate, originator } = run;
  const done = (who: string | null, at: string | null) =>
    at === null ? null : [`By ${who ?? 'somebody'}`, formatMoment(at)];
  const cutoff = originator ? `before ${timeOfMinute(originator.cutoffMinute)} in New York` : '';
  return [
    { title: 'Draft', isDone: true, lines: [`Prepared by ${preparedByName}`, formatMoment(preparedAt)] },
    {
      title: 'Approval',
      isDone: approvedAt !== null,
      lines: done(approvedByName, approvedAt) ?? ['By somebody else than who prepared it', cutoff],
    },
    {
      title: 'File to the bank',
      isDone: madeAt !== null,
      lines: done(madeByName, madeAt) ?? ['Downloaded once', 'by who made or approved it'],
    },
    {
      title: 'Settled',
      isDone: settledAt !== null,
      lines: done(settledByName, settledAt) ?? ['The bank pays', `expected ${formatDate(effectiveDate)}`],
    },
  ];
}
