import { formatDate } from '../../../../shared/domain/calendar-date.ts';
import { formatMoney, sumMoney } from '../../../../shared/domain/money.ts';
import { MoneyText } from '../../../ui/figure/amount.tsx';
import { countOf } from '../../../ui/figure/count.ts';
import { HeadedCard, NothingInCard } from '../../../ui/page/headed-card.tsx';
import { type Column, DeskTable } from '../../ui/desk-table.tsx';
import type { Sheet } from './payments.api.ts';
import classes from './post-day.module.css';

type Effect = Sheet['effects'][number];

const COLUMNS: readonly Column<Effect>[] = [
  { name: 'Paid', kind: 'day', value: ({ payDate }) => formatDate(payDate) },
  { name: 'Gross', kind: 'number', value: ({ gross }) => formatMoney(gross) },
  { name: 'Fee', kind: 'number', value: ({ fee }) => formatMoney(fee) },
  { name: 'Net', kind: 'number', value: ({ net }) => <MoneyText amount={net} /> },
];

/** What each syndicate is paid by it, and that it adds up with the funder's own share. */
export function EffectCard({ sheet }: { sheet: Sheet }) {
  const gross = sumMoney(sheet.effects.map((effect) => effect.gross));
  const syndicates = new Set(sheet.effects.map(({ syndicateId }) => syndicateId)).size;
  return (
    <HeadedCard title="Effect per investor" about={countOf(syndicates, 'syndicate')}>
      {sheet.effects.length === 0 ? (
        <NothingInCard title="No syndicate is paid anything" />
      ) : (
        <div className={classes['effects']}>
          <DeskTable
            label="Effect per investor"
            first="Syndicate"
            columns={COLUMNS}
            rows={sheet.effects}
            keyOf={({ syndicateId, payDate }) => `${syndicateId} ${payDate}`}
            nameOf={({ syndicateName }) => syndicateName}
            page="investor"
            target={({ syndicateId }) => ({ params: { syndicateId } })}
          />
        </div>
      )}
      <p className={classes['tie']}>
        Gross <strong>{formatMoney(gross)}</strong> + own share{' '}
        <strong>{formatMoney(sheet.postingTotal - gross)}</strong> ={' '}
        {sheet.state === 'posted' ? 'posted' : 'will post'} <strong>{formatMoney(sheet.postingTotal)}</strong>
      </p>
    </HeadedCard>
  );
}
