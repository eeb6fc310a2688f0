import { DealPage } from '../features/deal-page/deal-page.tsx';
import { DealNotes } from '../features/portfolio/deal/deal-notes.tsx';
import { PayoutBreakdown } from '../features/portfolio/deal/payout-breakdown.tsx';

/** The page of a deal, with the payouts and notes that the tables show under its row. */
export const DealScreen = () => (
  <DealPage payouts={(deal) => <PayoutBreakdown {...deal} />} notes={({ mid }) => <DealNotes mid={mid} />} />
);
