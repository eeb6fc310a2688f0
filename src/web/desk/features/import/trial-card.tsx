import type { ReactNode } from 'react';
import { MoneyText } from '../../../ui/figure/amount.tsx';
import { countOf } from '../../../ui/figure/count.ts';
import { HeadedCard } from '../../../ui/page/headed-card.tsx';
import { FactGrid } from '../../ui/fact-grid.tsx';
import classes from './import.module.css';
import type { Run } from './imports.api.ts';
import { MAIL_WORDS } from './run-words.ts';

type Trial = NonNullable<Run['rehearsal']>;

const MOST_NAMED = 8;

/** What importing does beyond its own rows, found by carrying it out and rolling it back. */
export function TrialCard({ trial }: { trial: Trial }) {
  const { tried, of, newInvestors, statuses, cashAccounts, mails } = trial;
  const values = {
    'Figures afterwards': <Agreement trial={trial} />,
    'Payments tried': tried === of ? number(of) : `${number(tried)} of ${number(of)}`,
    'New investors': <Lines of={newInvestors} />,
    'Status changes': (
      <Lines
        of={statuses.map(({ former, status, count }) => `${number(count)} from ${former} to ${status}`)}
      />
    ),
    'Cash accounts': (
      <Lines
        of={cashAccounts.map(({ name, amount }) => (
          <>
            {name} <MoneyText amount={amount} />
          </>
        ))}
      />
    ),
    'Mails to investors': (
      <Lines of={mails.map(({ kind, count }) => `${MAIL_WORDS[kind]}: ${countOf(count, 'investor')}`)} />
    ),
    'Can be undone':
      'Until something is built on it: a posting, a payout run, a statement, or the next nightly report.',
  };
  return (
    <HeadedCard
      title="Trial import"
      about={
        tried < of
          ? 'It was carried out and taken back, with the first payments only. Nothing of it is in the book.'
          : 'It was carried out and taken back. Nothing of it is in the book.'
      }
    >
      <FactGrid
        names={Object.keys(values) as (keyof typeof values)[]}
        values={values}
        wide={['Can be undone']}
      />
    </HeadedCard>
  );
}

const number = (count: number): string => count.toLocaleString('en-US');

function Agreement({ trial: { reconciled, differences } }: { trial: Trial }) {
  if (differences.length === 0) return `${number(reconciled)} deals and investors reconcile`;
  return (
    <span className={classes['watch']}>
      <Lines of={differences} />
    </span>
  );
}

function Lines({ of: lines }: { of: readonly ReactNode[] }) {
  if (lines.length === 0) return 'None';
  const shown = lines.slice(0, MOST_NAMED);
  return (
    <ul className={classes['lines']}>
      {shown.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are never reordered.
        <li key={index}>{line}</li>
      ))}
      {lines.length > shown.length && <li>and {number(lines.length - shown.length)} more</li>}
    </ul>
  );
}
