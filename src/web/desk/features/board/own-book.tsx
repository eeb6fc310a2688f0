import type { ReactNode } from 'react';
import { MoneyText } from '../../../ui/figure/amount.tsx';
import { countOf } from '../../../ui/figure/count.ts';
import { InfoTip } from '../../../ui/figure/info-tip.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import type { Board } from './board.api.ts';
import classes from './own-book.module.css';

type Book = Board['book'];

interface BookFigure {
  label: string;
  about: string;
  amount: (book: Book) => bigint;
  caption: (book: Book) => ReactNode;
}

const FIGURES: readonly BookFigure[] = [
  {
    label: 'Owed to investors',
    about:
      'What is posted and has its pay date ahead, and what lies in cash accounts: money of investors that the funder holds.',
    amount: ({ owed }) => owed,
    caption: ({ inCashAccounts }) => (
      <>
        <MoneyText amount={inCashAccounts} /> of it in cash accounts
      </>
    ),
  },
  {
    label: 'On its way',
    about: 'Payouts that are posted, with a pay date later than today.',
    amount: ({ onItsWay }) => onItsWay,
    caption: ({ syndicateCount }) => `to ${countOf(syndicateCount, 'syndicate')}`,
  },
  {
    label: 'Fees earned',
    about:
      'The management fees of all payout lines so far. Fees that were taken upfront, with the cost of a share, are not part of it.',
    amount: ({ feesEarned }) => feesEarned,
    caption: () => 'from payouts, since the beginning',
  },
  {
    label: 'Still to come',
    about:
      'The portfolio balances of all syndicates together: what merchants still owe on their shares, before fees.',
    amount: ({ balance }) => balance,
    caption: () => 'on investors’ shares, before fees',
  },
];

interface OwnBookProps {
  book: Book | undefined;
}

/** The funder's own book: all syndicates together. */
export const OwnBook = ({ book }: OwnBookProps) => (
  <dl className={classes['strip']} aria-busy={!book}>
    {FIGURES.map(({ label, about, amount, caption }) => (
      <div key={label} className={classes['figure']}>
        <dt className={classes['label']}>
          {label} <InfoTip subject={label}>{about}</InfoTip>
        </dt>
        <dd className={classes['value']}>
          {book ? <MoneyText amount={amount(book)} /> : <Skeleton characters={9} />}
        </dd>
        <dd className={classes['caption']}>{book ? caption(book) : <Skeleton characters={22} />}</dd>
      </div>
    ))}
  </dl>
);
