import { EmptyState } from '../../ui/empty-state.tsx';

export function PayoutsView() {
  return (
    <EmptyState
      title="Your pay dates are not listed here yet"
      reason="What a deal has paid you, pay date by pay date, stands under its row: open any deal in one of the other tabs."
    />
  );
}
