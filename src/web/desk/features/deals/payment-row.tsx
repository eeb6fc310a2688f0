import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useEffect, useId, useRef, useState } from 'react';
import { formatDate } from '../../../../shared/domain/calendar-date.ts';
import type { StatusTone } from '../../../../shared/domain/deal-status.ts';
import { formatMoment } from '../../../lib/moment.ts';
import { MoneyText } from '../../../ui/figure/amount.tsx';
import { Chip } from '../../../ui/figure/chip.tsx';
import { TextButton } from '../../../ui/text-button.tsx';
import tableClasses from '../../ui/desk-table.module.css';
import type { ListedPayment } from './deals.api.ts';
import classes from './deals.module.css';
import { PaymentLines } from './payment-lines.tsx';
import { nameOfPoster } from './poster.ts';

interface PaymentRowProps {
  payment: ListedPayment;
  columns: number;
  /** The address names it, so it is open and in sight. */
  isAskedFor: boolean;
  isBeingCorrected: boolean;
  /** Absent for who may not correct payments. */
  onCorrect?: (() => void) | undefined;
}

/** A payment, which opens into its lines. */
export function PaymentRow(props: PaymentRowProps) {
  const { payment, columns, isAskedFor, isBeingCorrected, onCorrect } = props;
  const [isOpen, setIsOpen] = useState(isAskedFor);
  const row = useRef<HTMLTableRowElement>(null);
  const linesId = useId();
  useEffect(() => {
    if (!isAskedFor) return;
    // The search also leads to a payment that is in the list already.
    setIsOpen(true);
    row.current?.scrollIntoView({ block: 'center' });
  }, [isAskedFor]);
  const { amount, reference, postedAt, postedBy } = payment;
  const day = dayOf(payment);
  const Arrow = isOpen ? IconChevronDown : IconChevronRight;
  return (
    <>
      <tr ref={row} className={tableClasses['row']} data-open={isOpen || undefined}>
        <td>
          <button
            type="button"
            className={classes['opener']}
            aria-expanded={isOpen}
            aria-controls={isOpen ? linesId : undefined}
            onClick={() => setIsOpen((isNow) => !isNow)}
          >
            <Arrow size={15} stroke={2} aria-hidden="true" />
            {day}
          </button>
        </td>
        <td data-name="Amount" className={tableClasses['number']}>
          <MoneyText amount={amount} />
        </td>
        <td data-name="State">
          <PaymentChip payment={payment} />
        </td>
        <td data-name="Reference">{reference}</td>
        <td data-name="Posted">
          {formatMoment(postedAt)}
          {postedBy && `, ${nameOfPoster(postedBy)}`}
        </td>
        {onCorrect && (
          <td className={tableClasses['action']} data-empty={payment.status !== 'cleared' || undefined}>
            {payment.status === 'cleared' && (
              <span className={classes['action']}>
                {isBeingCorrected ? (
                  'Being corrected'
                ) : (
                  <TextButton aria-label={`Correct ${reference}`} onClick={onCorrect}>
                    Correct
                  </TextButton>
                )}
              </span>
            )}
          </td>
        )}
      </tr>
      {isOpen && (
        <tr id={linesId} className={classes['opened']}>
          <td colSpan={columns}>
            <PaymentLines payment={payment} />
          </td>
        </tr>
      )}
    </>
  );
}

function dayOf({ debitDate, clearedDate, returnedDate }: ListedPayment): string {
  const day = debitDate ?? clearedDate ?? returnedDate;
  return day ? formatDate(day) : 'Day not known';
}

function PaymentChip({ payment }: { payment: ListedPayment }) {
  const { words, tone } = stateOf(payment);
  return <Chip tone={tone}>{words}</Chip>;
}

function stateOf({ status, isVoid, returnCode }: ListedPayment): { words: string; tone: StatusTone } {
  if (isVoid) return { words: 'Corrected', tone: 'closed' };
  if (status === 'cleared') return { words: 'Cleared', tone: 'good' };
  return { words: `Returned ${returnCode}`, tone: 'bad' };
}
