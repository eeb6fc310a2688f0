import { IconArrowBackUp, IconCoin, IconLock, IconMail, IconUserCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { formatMoney, sumMoney } from '../../../../shared/domain/money.ts';
import { countOf } from '../../../ui/figure/count.ts';
import { HeadedCard } from '../../../ui/page/headed-card.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import type { ReturnFile } from './payouts.api.ts';
import classes from './payouts.module.css';
import { approverWords } from './return-words.ts';

/** What follows once a file is entered: the money, the holds, the mails, and the way back. */
export function AfterEntering({ file }: { file: ReturnFile | undefined }) {
  if (file && (file.state !== 'read' || file.seen.returnCount === 0)) return null;
  return (
    <HeadedCard
      title={file ? `After you enter ${countOf(file.seen.returnCount, 'return')}` : 'After you enter'}
    >
      <ul className={classes['effects']} aria-busy={file === undefined}>
        {file ? <Effects file={file} /> : <Skeleton characters={30} />}
      </ul>
    </HeadedCard>
  );
}

function Effects({ file }: { file: ReturnFile }) {
  const returns = file.entries.filter(({ finding, code }) => finding === 'ours' && code.startsWith('R'));
  const sent = returns.flatMap((entry) => entry.sent ?? []);
  const sumOfKind = (isWithdrawal: boolean) =>
    sumMoney(sent.filter(({ kind }) => (kind === 'withdrawal') === isWithdrawal).map(({ amount }) => amount));
  const [payouts, withdrawals] = [sumOfKind(false), sumOfKind(true)];
  const investors = new Set(sent.map(({ syndicateId }) => syndicateId)).size;
  const approver = approverWords(file);
  return (
    <>
      {payouts > 0n && (
        <Effect icon={<IconCoin />} title={`${formatMoney(payouts)} becomes payable again`}>
          The next payout run includes it.
        </Effect>
      )}
      {withdrawals > 0n && (
        <Effect icon={<IconCoin />} title={`${formatMoney(withdrawals)} returns to cash accounts`}>
          The investor can withdraw it again. The approver sees that it was sent before.
        </Effect>
      )}
      <Effect icon={<IconLock />} title={`${countOf(investors, 'bank account')} on hold`}>
        Until the investor changes it or someone confirms it.
      </Effect>
      <Effect icon={<IconMail />} title={`${countOf(investors, 'investor')} emailed`}>
        Only after the returns are entered.
      </Effect>
      <Effect icon={<IconArrowBackUp />} title="You can reverse a return">
        Until an approved payout run sends the money again.
      </Effect>
      {approver !== null && (
        <Effect icon={<IconUserCheck />} title="Requires another approver">
          {approver}
        </Effect>
      )}
    </>
  );
}

const Effect = ({ icon, title, children }: { icon: ReactNode; title: string; children: ReactNode }) => (
  <li className={classes['effect']}>
    <span aria-hidden="true">{icon}</span>
    <div>
      <p className={classes['effectTitle']}>{title}</p>
      <p className={classes['quiet']}>{children}</p>
    </div>
  </li>
);
