import { type Cents, formatMoney, sumMoney } from '../../../../shared/domain/money.ts';
import { formatPercent, type Rate, rate, ZERO_RATE } from '../../../../shared/domain/rate.ts';
import { pathOf } from '../../../../shared/pages.ts';
import { startLooking } from '../../../lib/looking-as.ts';
import { useSession } from '../../../session/use-session.ts';
import { MoneyText } from '../../../ui/figure/amount.tsx';
import { countOf } from '../../../ui/figure/count.ts';
import { HeadedCard, NothingInCard } from '../../../ui/page/headed-card.tsx';
import { TextButton } from '../../../ui/text-button.tsx';
import { useMay } from '../../desk-user.ts';
import { type Column, DeskTable, type FootRow } from '../../ui/desk-table.tsx';
import type { Deal } from './deals.api.ts';
import { useScheduleA } from './schedule-a-column.tsx';

type Share = Deal['shares'][number];

const COLUMNS: readonly Column<Share>[] = [
  { name: 'Share', kind: 'number', value: ({ sharePercent }) => formatPercent(sharePercent) },
  {
    name: 'Amount',
    kind: 'number',
    value: ({ participationAmount }) => formatMoney(participationAmount),
  },
  { name: 'Cost', kind: 'number', isSpare: true, value: ({ investmentCost }) => formatMoney(investmentCost) },
  {
    name: 'Mgt fee',
    kind: 'number',
    value: ({ managementFeePercent, isManagementFeeUpfront }) =>
      isManagementFeeUpfront ? 'upfront' : formatPercent(managementFeePercent),
  },
  { name: 'Net paid', kind: 'number', value: ({ netPay }) => <MoneyText amount={netPay} /> },
  {
    name: 'Balance',
    kind: 'number',
    value: ({ remainingBalance }) => <MoneyText amount={remainingBalance} />,
  },
];

interface SharesCardProps {
  /** Undefined while it is loading. */
  deal: Deal | undefined;
}

/** Who has which share of the deal, and what each got. A row leads to the lines behind it. */
export function SharesCard({ deal }: SharesCardProps) {
  const shares = deal?.shares;
  const mayLook = useMay('look-as-investor');
  const { tenant } = useSession();
  const schedule = useScheduleA(deal);
  const columns = [
    ...COLUMNS,
    ...(shares?.some(({ hasScheduleA }) => hasScheduleA) ? [schedule.column] : []),
    ...(mayLook && deal ? [lookColumn((share) => look(share, deal.publicId, tenant.id))] : []),
  ];
  const taken = shares?.reduce((sum, { sharePercent }) => sum.plus(sharePercent), ZERO_RATE);
  return (
    <HeadedCard
      title="Shares"
      about={shares && taken && (shares.length === 0 ? '' : aboutOf(shares, taken))}
      isPending={!deal}
    >
      {deal && shares?.length === 0 ? (
        <NothingInCard title="No syndicate has a share">
          {deal.terms
            ? 'The whole deal is the funder’s own.'
            : 'When the deal is funded, the shares that syndicates have accepted become theirs.'}
        </NothingInCard>
      ) : (
        <>
          {schedule.failure}
          <DeskTable
            label="Shares"
            first="Who"
            columns={columns}
            rows={shares}
            keyOf={({ syndicateId }) => syndicateId.toString()}
            nameOf={({ syndicateName }) => syndicateName}
            foot={deal && taken && footOf(deal, taken)}
            skeletonRows={4}
            page="why"
            target={({ syndicateId }) => ({
              search: { investor: syndicateId, figure: 'posted-payouts', deal: deal?.mid },
            })}
          />
        </>
      )}
    </HeadedCard>
  );
}

const aboutOf = (shares: readonly Share[], taken: Rate): string =>
  `${countOf(shares.length, 'syndicate')}, ${formatPercent(taken)}; management fees so far ${formatMoney(
    sumMoney(shares.map(({ managementFee }) => managementFee)),
  )}`;

const lookColumn = (onLook: (share: Share) => void): Column<Share> => ({
  name: 'Their view',
  kind: 'action',
  value: (share) => (
    <TextButton
      aria-label={`Look at the portal as ${share.syndicateName}`}
      title={`Look at the portal as ${share.syndicateName}`}
      onClick={() => onLook(share)}
    >
      Look
    </TextButton>
  ),
});

/** The deal as the investor sees it: in this tab, read-only and recorded under one's own name. */
function look({ syndicateId, syndicateName }: Share, dealPublicId: string, tenantId: string): void {
  startLooking({ tenantId, syndicateId: syndicateId.toString(), name: syndicateName });
  window.location.assign(pathOf('deal', { dealPublicId }));
}

/** What is the funder's own, and everything together. */
function footOf({ shares, terms }: Deal, taken: Rate): FootRow[] | undefined {
  if (!terms) return undefined;
  const sum = (amountOf: (share: Share) => Cents) => sumMoney(shares.map(amountOf));
  const participation = sum(({ participationAmount }) => participationAmount);
  return [
    {
      name: 'The funder’s own share',
      values: {
        Share: formatPercent(rate('100').minus(taken)),
        Amount: formatMoney(terms.fundedAmount - participation),
      },
    },
    {
      name: 'Total',
      isStrong: true,
      values: {
        Share: formatPercent(rate('100')),
        Amount: formatMoney(terms.fundedAmount),
        Cost: formatMoney(sum(({ investmentCost }) => investmentCost)),
        'Net paid': <MoneyText amount={sum(({ netPay }) => netPay)} />,
        Balance: <MoneyText amount={sum(({ remainingBalance }) => remainingBalance)} />,
      },
    },
  ];
}
