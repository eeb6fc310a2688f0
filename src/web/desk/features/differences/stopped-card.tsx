import { formatDate } from '../../../../shared/domain/calendar-date.ts';
import { formatMoney } from '../../../../shared/domain/money.ts';
import { HeadedCard } from '../../../ui/page/headed-card.tsx';
import { DeskLink } from '../../desk-link.tsx';
import { FactGrid } from '../../ui/fact-grid.tsx';
import parts from '../../ui/page-parts.module.css';
import type { Differences } from './differences.api.ts';

const NAMES = ['Payout run', 'NACHA file', 'Statements'] as const;

/** What stands still for these investors. */
export function StoppedCard({ data }: { data: Differences | undefined }) {
  const run = data?.stoppedRun;
  return (
    <HeadedCard
      title="Stopped until reconciled"
      about={data && 'For these investors. Posting, offers and requests continue.'}
      isPending={data === undefined}
    >
      <FactGrid
        names={NAMES}
        wide={['Payout run', 'Statements']}
        values={
          data && {
            'Payout run': run ? (
              <DeskLink page="payoutRun" params={{ runId: run.runId }} className={parts['link']}>
                {formatDate(run.payDate)}, {formatMoney(run.amount)}
              </DeskLink>
            ) : (
              'No run is waiting'
            ),
            'NACHA file': run ? 'after the approval' : 'No run is waiting',
            Statements: 'made once the figures agree',
          }
        }
      />
    </HeadedCard>
  );
}
