import { Button } from '@mantine/core';
import { useState } from 'react';
import { maskedNumber } from '../../../../shared/domain/bank-account.ts';
import { sumMoney } from '../../../../shared/domain/money.ts';
import { MoneyText } from '../../../ui/figure/amount.tsx';
import { countOf, groupedCount } from '../../../ui/figure/count.ts';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { HeadedCard, NothingInCard } from '../../../ui/page/headed-card.tsx';
import { useMay } from '../../desk-user.ts';
import { type Column, DeskTable, type FootRow } from '../../ui/desk-table.tsx';
import { AccountDialog } from './account-dialog.tsx';
import { ConfirmAccountDialog } from './confirm-account-dialog.tsx';
import type { Run, RunItem } from './payouts.api.ts';
import classes from './payouts.module.css';
import { sentBeforeWords } from './return-words.ts';
import { ReturnedDialog } from './returned-dialog.tsx';
import { OutcomeChip, whyOf } from './run-words.tsx';
import { TakeBackDialog } from './take-back-dialog.tsx';

const SHOWN = {
  'in file': 'In the file',
  kept: 'Kept',
  held: 'Held',
  blocked: 'Blocked',
  carried: 'Carried forward',
} as const;

const bankOf = ({ outcome, accountNumberLast4 }: RunItem) => {
  if (outcome === 'kept') return 'Cash account';
  return accountNumberLast4 === null ? null : maskedNumber(accountNumberLast4);
};

/** What stands below the name: the parts from earlier runs, and what the bank calls the entry. */
function below({ carriedIn, releasedIn, returnedIn, traceNumber, firstPayout, sentBefore }: RunItem): string {
  const brought = carriedIn + releasedIn + returnedIn !== 0n;
  return [
    firstPayout !== null &&
      `First payout ${firstPayout === 'to account' ? 'to this account' : 'to this investor'}`,
    brought && 'with what earlier runs left',
    ...sentBefore.map(sentBeforeWords),
    traceNumber !== null && `trace ${traceNumber}`,
  ]
    .filter((part) => part !== false)
    .join(' · ');
}

/** What the ledger has for the pay date. */
const LEDGER_COLUMNS: readonly Column<RunItem>[] = [
  {
    name: 'Lines',
    kind: 'number',
    value: ({ lineCount }) => (lineCount === 0 ? null : groupedCount(lineCount)),
  },
  {
    name: 'Gross',
    kind: 'number',
    value: ({ gross }) => (gross === 0n ? null : <MoneyText amount={gross} />),
  },
  {
    name: 'Mgt Fee',
    kind: 'number',
    value: ({ managementFee }) => (managementFee === 0n ? null : <MoneyText amount={managementFee} />),
  },
];

interface ItemsCardProps {
  run: Run | undefined;
  /** They are in the same file and no part of the payouts. */
  isOfWithdrawals?: boolean;
}

/** The syndicates of a run with what each gets, and the reasons below where one gets nothing. */
export function ItemsCard({ run, isOfWithdrawals = false }: ItemsCardProps) {
  const [shown, setShown] = useState<keyof typeof SHOWN | null>(null);
  const [asked, setAsked] = useState<{ action: ItemAction; item: RunItem } | null>(null);
  const close = () => setAsked(null);
  const mayPrepare = useMay('prepare-payouts');
  const items = run?.items.filter(({ kind }) => (kind === 'withdrawal') === isOfWithdrawals);
  const rows = items?.filter(({ outcome }) => shown === null || outcome === shown);
  const columns: Column<RunItem>[] = [
    { name: 'Bank', value: bankOf },
    { name: 'State', value: (item) => <OutcomeChip item={item} isSettled={run?.state === 'settled'} /> },
    ...(isOfWithdrawals ? [] : LEDGER_COLUMNS),
    {
      name: isOfWithdrawals ? 'Amount' : 'Net Pay',
      kind: 'number',
      value: ({ amount }) => (
        <strong>
          <MoneyText amount={amount} />
        </strong>
      ),
    },
  ];
  const hasActions = mayPrepare && run && items?.some((item) => actionOf(run, item) !== null);
  if (hasActions)
    columns.push({
      name: 'What to do',
      kind: 'action',
      value: (item) => {
        const action = actionOf(run, item);
        return (
          action && (
            <Button size="compact-sm" variant="default" onClick={() => setAsked({ action, item })}>
              {ACTIONS[action]}
            </Button>
          )
        );
      },
    });
  const reasons = [...new Set((items ?? []).map(whyOf).filter((why) => why !== null))];
  return (
    <HeadedCard
      title={isOfWithdrawals ? 'Withdrawals' : 'Syndicates'}
      about={
        isOfWithdrawals
          ? 'from cash accounts, in the same file'
          : items && countOf(new Set(items.map(({ syndicateId }) => syndicateId)).size, 'syndicate')
      }
      isPending={run === undefined}
      aside={
        !isOfWithdrawals && (
          <SelectField
            label="Show"
            options={Object.entries(SHOWN).map(([value, label]) => ({ value, label }))}
            value={shown}
            everything="All"
            onPick={(picked) => setShown(picked as keyof typeof SHOWN | null)}
          />
        )
      }
    >
      {rows?.length === 0 ? (
        <NothingInCard
          title={shown ? 'Nothing of this run is in this state' : 'Nothing is due on this pay date'}
        />
      ) : (
        <DeskTable
          label={isOfWithdrawals ? 'Withdrawals of the run' : 'Syndicates of the run'}
          first="Syndicate"
          columns={columns}
          rows={rows}
          keyOf={({ syndicateId, kind, amount }) => `${syndicateId} ${kind} ${amount}`}
          nameOf={({ syndicateName }) => syndicateName}
          below={below}
          foot={rows && [totalOf(rows, isOfWithdrawals)]}
          skeletonRows={6}
          page="investor"
          target={({ syndicateId }) => ({ params: { syndicateId } })}
        />
      )}
      {reasons.length > 0 && (
        <div className={classes['reasons']}>
          {reasons.map((why) => (
            <p key={why}>{why}</p>
          ))}
        </div>
      )}
      {asked?.action === 'describe' && <AccountDialog item={asked.item} onClose={close} />}
      {run && asked?.action === 'return' && <ReturnedDialog run={run} item={asked.item} onClose={close} />}
      {asked?.action === 'confirm' && <ConfirmAccountDialog item={asked.item} onClose={close} />}
      {asked?.action === 'take back' && asked.item.itemId !== null && (
        <TakeBackDialog itemId={asked.item.itemId} onClose={close} />
      )}
    </HeadedCard>
  );
}

function totalOf(rows: readonly RunItem[], isOfWithdrawals: boolean): FootRow {
  const sum = (amountOf: (item: RunItem) => bigint) => <MoneyText amount={sumMoney(rows.map(amountOf))} />;
  return {
    name: `Total of ${countOf(rows.length, 'row')}`,
    isStrong: true,
    values: {
      ...(!isOfWithdrawals && {
        Lines: groupedCount(rows.reduce((lines, { lineCount }) => lines + lineCount, 0)),
        Gross: sum(({ gross }) => gross),
        'Mgt Fee': sum(({ managementFee }) => managementFee),
      }),
      [isOfWithdrawals ? 'Amount' : 'Net Pay']: sum(({ amount }) => amount),
    },
  };
}

const ACTIONS = {
  describe: 'Set the type',
  confirm: 'Check the account',
  return: 'Enter return',
  'take back': 'Reverse return',
} as const;
type ItemAction = keyof typeof ACTIONS;

/** What a preparer can do about an item. */
function actionOf(
  { state, refusedAt }: Run,
  { reason, traceNumber, returnCode }: RunItem,
): ItemAction | null {
  if (reason === 'type unknown' || reason === 'name') return 'describe';
  if (reason === 'returned') return 'confirm';
  if (refusedAt !== null) return null;
  if (returnCode !== null) return 'take back';
  const isSent = state === 'file made' || state === 'settled';
  return isSent && traceNumber !== null ? 'return' : null;
}
