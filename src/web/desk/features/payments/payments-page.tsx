import { usePageTitle } from '../../../page/use-page-title.ts';
import { PageHeader } from '../../../ui/page/page-header.tsx';
import { DeskLink } from '../../desk-link.tsx';
import { useMay } from '../../desk-user.ts';
import parts from '../../ui/page-parts.module.css';
import { OpenSheetsCard } from './open-sheets-card.tsx';
import { PaymentsCard } from './payments-card.tsx';
import classes from './post-day.module.css';
import { RunsCard } from './runs-card.tsx';
import { WaitingCard } from './waiting-card.tsx';

/** What was posted and by whom, what waits, and all payments. */
export function PaymentsPage() {
  usePageTitle('Payments', 'Desk');
  const mayPost = useMay('post-payments');
  return (
    <>
      <PageHeader
        title="Payments"
        caption="Days that were posted, lines that wait, and all payments"
        action={
          mayPost && (
            <DeskLink page="postDay" className={classes['start']}>
              Post the day
            </DeskLink>
          )
        }
      />
      <div className={parts['stack']}>
        {mayPost && <OpenSheetsCard />}
        <WaitingCard />
        <RunsCard />
        <PaymentsCard />
      </div>
    </>
  );
}
