import { useEffect, useRef } from 'react';
import { formatDate } from '../../../../shared/domain/calendar-date.ts';
import { formatMoney } from '../../../../shared/domain/money.ts';
import { formatPercent } from '../../../../shared/domain/rate.ts';
import { countOf } from '../../../ui/figure/count.ts';
import { FactList } from '../../../ui/page/fact-list.tsx';
import { CardFailure, HeadedCard, NothingInCard } from '../../../ui/page/headed-card.tsx';
import { TextButton } from '../../../ui/text-button.tsx';
import { DeskLink } from '../../desk-link.tsx';
import { PageFoot } from '../../ui/page-foot.tsx';
import { CheckList } from './check-list.tsx';
import { LinesTable } from './lines-table.tsx';
import { type Asked, type Share, useShare } from './why.api.ts';
import classes from './why.module.css';
import { useChoose, type WhyChoice } from './why-choice.ts';

interface ShareCardProps {
  mid: string;
  choice: WhyChoice;
  asked: Asked;
}

/** The share of one deal: its terms, what is kept of it, and its lines. */
export function ShareCard({ mid, choice, asked }: ShareCardProps) {
  const share = useShare(mid, asked);
  const choose = useChoose(choice);
  const place = useRef<HTMLDivElement>(null);
  // It stands below a long table, so who opens it is taken there.
  useEffect(() => {
    if (mid === '') return;
    place.current?.focus({ preventScroll: true });
    place.current?.scrollIntoView({ block: 'start' });
  }, [mid]);
  const { data } = share;
  const day = asked.payDate ? `, pay date ${formatDate(asked.payDate)}` : '';
  return (
    <div ref={place} tabIndex={-1} className={classes['place']}>
      <HeadedCard
        title={data ? `${data.merchantName}, ${data.mid}` : mid}
        about={data && `${countOf(data.count, 'line')}${day}`}
        aside={
          <>
            {data && (
              <DeskLink page="deal" params={{ dealId: data.dealId }} className={classes['toDeal']}>
                Open the deal
              </DeskLink>
            )}
            <TextButton onClick={() => choose({ deal: undefined })}>Close</TextButton>
          </>
        }
        isPending={share.isPending}
      >
        {share.isError && (
          <CardFailure
            what="This deal"
            error={share.error}
            isRetrying={share.isFetching}
            onRetry={() => share.refetch()}
          />
        )}
        {data && (
          <>
            <div className={classes['inside']}>
              <FactList facts={factsOf(data)} />
              <CheckList checks={data.checks} />
            </div>
            {data.count === 0 ? (
              <NothingInCard title="No payout line yet">
                Nothing that the merchant has paid was posted to this share.
              </NothingInCard>
            ) : (
              <LinesTable lines={data.lines} />
            )}
            {data.count > 0 && (
              <p className={classes['sums']}>
                <span>
                  All {countOf(data.count, 'line')}: gross <b>{formatMoney(data.total.gross)}</b>, fee{' '}
                  <b>{formatMoney(data.total.managementFee)}</b>, net pay{' '}
                  <b>{formatMoney(data.total.netPay)}</b>
                </span>
              </p>
            )}
            <PageFoot
              label="Pages of lines"
              listed={data}
              page={choice.linesPage}
              onPage={(linesPage) => choose({ linesPage })}
            />
          </>
        )}
      </HeadedCard>
    </div>
  );
}

const factsOf = (share: Share) => [
  { name: 'Status', value: share.status },
  { name: 'Agreed on', value: formatDate(share.agreementDate) },
  {
    name: 'Syndication amount',
    value: formatMoney(share.participationAmount),
    detail: `${formatPercent(share.sharePercent)} of ${formatMoney(share.fundedAmount)} funded`,
  },
  {
    name: 'Investment cost',
    value: formatMoney(share.investmentCost),
    detail: `with ${formatMoney(share.commissionAmount)} commission, and what was paid upfront`,
  },
  {
    name: 'Anticipated return',
    value: formatMoney(share.anticipatedReturn),
    detail: `${formatPercent(share.sharePercent)} of ${formatMoney(share.paybackAmount)} payback`,
  },
  {
    name: 'Management fee',
    value: formatPercent(share.managementFeePercent),
    detail: share.isManagementFeeUpfront ? 'taken upfront' : 'of each payout',
  },
];
