import { DealPage } from '../features/deal-page/deal-page.tsx';
import { UntitledDealNotes } from '../features/portfolio/deal/deal-notes.tsx';
import { DealPayouts } from '../features/portfolio/deal/deal-payouts.tsx';
import { DealReturns } from '../features/returns/deal-returns.tsx';

/** The page of a deal, with payouts and notes as the tables have them under its row, and its returns. */
export const DealScreen = () => (
  <DealPage
    payouts={(deal) => <DealPayouts {...deal} />}
    returns={({ returns, flows }) => <DealReturns returns={returns} flows={flows} />}
    notes={(deal) => <UntitledDealNotes mid={deal.mid} />}
  />
);
