import { useState } from 'react';
import { countOf } from '../../../ui/figure/count.ts';
import { CardFailure, HeadedCard, NothingInCard } from '../../../ui/page/headed-card.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { ListEnd, LoadMore } from '../../../ui/table/load-more.tsx';
import { useTooNarrowOnScreen } from '../../../ui/table/use-too-narrow.ts';
import { TextButton } from '../../../ui/text-button.tsx';
import { useDeskSearch } from '../../desk-address.ts';
import { useMay } from '../../desk-user.ts';
import tableClasses from '../../ui/desk-table.module.css';
import { type Deal, type ListedPayment, usePayments } from './deals.api.ts';
import { PaymentRow } from './payment-row.tsx';

interface PaymentsCardProps {
  dealId: bigint;
  /** Undefined while it is loading. */
  deal: Deal | undefined;
  /** The one that the panel is about. */
  corrected: ListedPayment | null;
  onCorrect: (payment: ListedPayment) => void;
}

const SKELETON_ROWS = 5;

/** On a phone everything else of the deal is below the payments, so only the newest are shown until somebody asks for more. */
const FIRST_ON_PHONE = 5;
const PHONE = 700;

/** Every payment, the last posted first. Each opens into its payout lines. */
export function PaymentsCard({ dealId, deal, corrected, onCorrect }: PaymentsCardProps) {
  const mayCorrect = useMay('post-payments');
  const columns = mayCorrect ? 6 : 5;
  const payments = usePayments(dealId);
  const { payment: asked } = useDeskSearch();
  const isPhone = useTooNarrowOnScreen(PHONE);
  const [isUnfolded, setIsUnfolded] = useState(false);
  const all = payments.data?.pages.flatMap((page) => page.payments);
  const isShort = (all?.length ?? 0) <= FIRST_ON_PHONE;
  // The search leads from the page of a deal to an older payment of it too.
  const isFolded = isPhone && !isUnfolded && !isShort && asked === undefined;
  const rows = isFolded ? all?.slice(0, FIRST_ON_PHONE) : all;
  return (
    <HeadedCard title="Payments" about={deal?.terms && countsOf(deal.terms)} isPending={payments.isPending}>
      {payments.isError && !rows ? (
        <CardFailure
          what="The payments"
          error={payments.error}
          isRetrying={payments.isFetching}
          onRetry={() => payments.refetch()}
        />
      ) : rows?.length === 0 ? (
        <NothingInCard title="No payment yet">Payments come with the day’s file.</NothingInCard>
      ) : (
        <div className={tableClasses['scroll']}>
          <table className={tableClasses['table']} aria-label="Payments" aria-busy={!rows}>
            <thead>
              <tr>
                <th scope="col">Debit of</th>
                <th scope="col" className={tableClasses['number']}>
                  Amount
                </th>
                <th scope="col">State</th>
                <th scope="col">Reference</th>
                <th scope="col">Posted</th>
                {mayCorrect && <th scope="col">Correct</th>}
              </tr>
            </thead>
            <tbody>
              {rows?.map((payment) => (
                <PaymentRow
                  key={payment.paymentId.toString()}
                  payment={payment}
                  columns={columns}
                  isAskedFor={String(asked) === payment.paymentId.toString()}
                  isBeingCorrected={corrected?.paymentId === payment.paymentId}
                  onCorrect={mayCorrect ? () => onCorrect(payment) : undefined}
                />
              )) ??
                Array.from({ length: SKELETON_ROWS }, (_, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: The rows are all alike.
                  <tr key={index}>
                    <td colSpan={columns}>
                      <Skeleton characters={40} />
                    </td>
                  </tr>
                ))}
            </tbody>
          </table>
        </div>
      )}
      {isFolded ? (
        <ListEnd>
          <TextButton onClick={() => setIsUnfolded(true)}>Show all payments</TextButton>
        </ListEnd>
      ) : (
        <LoadMore
          what="payments"
          hasMore={payments.hasNextPage}
          isLoading={payments.isFetchingNextPage}
          error={payments.isFetchNextPageError ? payments.error : null}
          load={() => void payments.fetchNextPage()}
        />
      )}
    </HeadedCard>
  );
}

const countsOf = ({ clearedCount, returnedCount, correctedCount }: NonNullable<Deal['terms']>): string => {
  const counts = [countOf(clearedCount, 'cleared', 'cleared'), `${returnedCount} returned`];
  if (correctedCount > 0) counts.push(`${correctedCount} corrected`);
  return `Newest first, ${counts.join(', ')}`;
};
