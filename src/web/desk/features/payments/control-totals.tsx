import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { deskPostingContract } from '../../../../shared/contract/desk-posting.ts';
import { moneyOfCell } from '../../../../shared/domain/cell-values.ts';
import { formatMoney, toDecimalString } from '../../../../shared/domain/money.ts';
import { messageOf } from '../../../lib/api-error.ts';
import { groupedCount } from '../../../ui/figure/count.ts';
import { fieldLook } from '../../../ui/form/field-look.ts';
import { FormAlert } from '../../../ui/form/form-alert.tsx';
import { SavingForm } from '../../../ui/form/saving-form.tsx';
import { HeadedCard } from '../../../ui/page/headed-card.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { useChange } from '../../ui/use-change.ts';
import type { Sheet } from './payments.api.ts';
import classes from './post-day.module.css';
import { verdictName } from './verdict-names.ts';

/** What the file is to come to: as its own totals row or the processor's statement says. */
export const statedTotalOf = ({ statedTotal, fileTotal }: Sheet) => statedTotal ?? fileTotal;

export const totalsDiffer = (sheet: Sheet): boolean => {
  const stated = statedTotalOf(sheet);
  return stated !== null && stated !== sheet.total;
};

interface ControlTotalsProps {
  sheet: Sheet;
  /** The day through which it is complete, as it was typed. */
  through: string;
  onThrough: (through: string) => void;
}

export function ControlTotals({ sheet, through, onThrough }: ControlTotalsProps) {
  const stated = statedTotalOf(sheet);
  const differs = totalsDiffer(sheet);
  const willPost = sheet.counts.find(({ verdict }) => verdict === 'will post');
  return (
    <HeadedCard title="Control totals">
      <dl className={classes['totals']}>
        <Row
          name="Lines"
          value={groupedCount(sheet.counts.reduce((sum, { lineCount }) => sum + lineCount, 0))}
        />
        <Row
          name={`Cleared, ${groupedCount(sheet.cleared.count)}`}
          value={formatMoney(sheet.cleared.amount)}
        />
        <Row
          name={`Returned, ${groupedCount(sheet.returned.count)}`}
          value={formatMoney(sheet.returned.amount)}
        />
        <Row name="File total" value={formatMoney(sheet.total)} isStrong />
        {stated !== null && (
          <Row
            name={sheet.statedTotal === null ? 'Totals row of the file' : 'Processor’s total'}
            value={formatMoney(stated)}
            tone={differs ? 'bad' : 'good'}
            remark={differs ? `differs by ${formatMoney(sheet.total - stated)}` : 'agrees'}
          />
        )}
        <Row
          name={`${verdictName('will post', sheet.state)}, ${groupedCount(willPost?.lineCount ?? 0)}`}
          value={formatMoney(sheet.postingTotal)}
          isStrong
        />
      </dl>
      {sheet.state === 'checked' && (
        <>
          <StatedTotal key={String(sheet.statedTotal)} sheet={sheet} differs={differs} />
          <div className={classes['form']}>
            <TextInput
              {...fieldLook}
              label="Complete through"
              description="The day up to which everything is in."
              placeholder="MM/DD/YYYY"
              value={through}
              onChange={({ currentTarget }) => onThrough(currentTarget.value)}
            />
          </div>
        </>
      )}
    </HeadedCard>
  );
}

interface RowProps {
  name: string;
  value: string;
  isStrong?: boolean;
  tone?: 'good' | 'bad';
  remark?: string;
}

const Row = ({ name, value, isStrong, tone, remark }: RowProps) => (
  <div data-strong={isStrong || undefined} data-tone={tone}>
    <dt>{name}</dt>
    <dd>
      {value}
      {remark && <span className={classes['remark']}>{remark}</span>}
    </dd>
  </div>
);

function StatedTotal({ sheet, differs }: { sheet: Sheet; differs: boolean }) {
  const change = useChange();
  const { isPending, failure, setFailure, run } = useAction(messageOf);
  const [total, setTotal] = useState(sheet.statedTotal === null ? '' : toDecimalString(sheet.statedTotal));
  const [reason, setReason] = useState(sheet.differenceReason ?? '');
  const save = (event: FormEvent) => {
    event.preventDefault();
    const read = total.trim() === '' ? { value: null } : moneyOfCell(total);
    if ('reason' in read) return setFailure(`The total ${read.reason}.`);
    return run(async () => {
      await change(deskPostingContract.stateTotal, {
        params: { fileId: sheet.fileId },
        body: { statedTotal: read.value, differenceReason: reason.trim() === '' ? null : reason.trim() },
      });
    });
  };
  return (
    <SavingForm isSaving={isPending} className={classes['form']} onSubmit={save}>
      <TextInput
        {...fieldLook}
        label="Processor’s total, if you have it"
        inputMode="decimal"
        value={total}
        onChange={({ currentTarget }) => setTotal(currentTarget.value)}
      />
      {differs && (
        <TextInput
          {...fieldLook}
          label="Why it is posted although the totals differ"
          maxLength={500}
          value={reason}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
      )}
      <FormAlert message={failure} />
      <div>
        <Button type="submit" variant="default" loading={isPending}>
          Save totals
        </Button>
      </div>
    </SavingForm>
  );
}
