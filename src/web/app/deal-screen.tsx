import { DealPage } from '../features/deal-page/deal-page.tsx';
import { UntitledDealNotes } from '../features/portfolio/deal/deal-notes.tsx';
import { DealPayouts } from '../features/portfolio/deal/deal-payouts.tsx';
import { DealReturns } from '../features/returns/deal-returns.tsx';
import { useIsGuest } from '../session/use-is-guest.ts';

/** The page of a deal, with payouts and notes as the tables have them under its row, and its returns. */
export const DealScreen = () => {
  const isGuest = useIsGuest();
  return (
    <DealPage
      payouts={(deal) => <DealPayouts {...deal} />}
      returns={({ returns, flows }) => <DealReturns returns={returns} flows={flows} />}
      {...(!isGuest && { notes: (deal) => <UntitledDealNotes mid={deal.mid} /> })}
    />
  );
};
