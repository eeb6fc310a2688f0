import { IconCircleCheck } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { isApiError } from '../../lib/api-error.ts';
import { formatMoment } from '../../lib/moment.ts';
import { useSession } from '../../session/use-session.ts';
import { EmptyState } from '../../ui/message/empty-state.tsx';
import { ErrorState } from '../../ui/message/error-state.tsx';
import { Card } from '../../ui/page/card.tsx';
import { useIsInBrowser } from '../../ui/use-is-in-browser.ts';
import { useCashAccount, useMovements } from './cash.api.ts';
import { CashFigures } from './cash-figures.tsx';
import classes from './cash-page.module.css';
import { CashColumnsSkeleton, CashSkeleton } from './cash-skeleton.tsx';
import { firstDayOf } from './first-day-of.ts';
import { MovementsCard } from './movements-card.tsx';
import { ReservedCard } from './reserved-card.tsx';
import { SettledCard } from './settled-card.tsx';
import { Withdrawal } from './withdrawal.tsx';

const route = getRouteApi('/signed-in/cash');

interface CashOfSyndicateProps {
  syndicateId: bigint;
  isOwn: boolean;
}

export function CashOfSyndicate({ syndicateId, isOwn }: CashOfSyndicateProps) {
  const { tenant } = useSession();
  const { month, kind } = route.useSearch();
  const isInBrowser = useIsInBrowser();
  const account = useCashAccount(syndicateId);
  const movements = useMovements(syndicateId, { month: firstDayOf(month), kind });

  if (isApiError(account.error, 'no_cash_account'))
    return (
      <EmptyState
        title="There is no cash account"
        reason={`Payouts go to the bank account in the profile. ${tenant.name} can open a cash account.`}
      />
    );
  if (account.isError && !account.data)
    return (
      <ErrorState
        title="Your cash account did not load"
        error={account.error}
        onRetry={() => account.refetch()}
        isRetrying={account.isFetching}
      />
    );
  if (!account.data) return <CashSkeleton />;
  const { tiedOutAt } = account.data;
  const figures = <CashFigures account={account.data} toCome={movements.loaded?.sums.toCome} />;
  if (!isInBrowser)
    return (
      <>
        {figures}
        <CashColumnsSkeleton />
      </>
    );
  return (
    <>
      {figures}
      <p className={classes['checked']}>
        {tiedOutAt && (
          <>
            <IconCircleCheck className={classes['mark']} size={16} stroke={1.75} aria-hidden="true" />
            The ledger adds up to the cash balance, {formatMoment(tiedOutAt)}
          </>
        )}
      </p>
      <div className={classes['columns']}>
        <MovementsCard syndicateId={syndicateId} account={account.data} {...movements} />
        <div className={classes['side']}>
          <div className={classes['cards']}>
            <Withdrawal syndicateId={syndicateId} account={account.data} isOwn={isOwn} />
            <div className={classes['last']}>
              <Card title="Payouts">
                <p className={classes['words']}>Kept in this account, to be placed again or withdrawn.</p>
              </Card>
            </div>
          </div>
          <div className={classes['cards']}>
            <ReservedCard syndicateId={syndicateId} account={account.data} isOwn={isOwn} />
            <SettledCard withdrawals={account.data.settledWithdrawals} funderName={tenant.name} />
          </div>
        </div>
      </div>
    </>
  );
}
