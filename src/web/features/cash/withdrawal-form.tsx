import { TextInput } from '@mantine/core';
import '@mantine/core/styles/Input.layer.css';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useRef, useState } from 'react';
import { type Cents, formatMoney, toDecimalString } from '../../../shared/domain/money.ts';
import { formatMoment } from '../../lib/moment.ts';
import { useSession } from '../../session/use-session.ts';
import { fieldLook } from '../../ui/form/field-look.ts';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { flash } from '../../ui/message/flash.ts';
import { TextButton } from '../../ui/text-button.tsx';
import { CASH_KEY, type CashAccount } from './cash.api.ts';
import { ConfirmWithdrawal } from './confirm-withdrawal.tsx';
import { typedAmount } from './typed-amount.ts';
import classes from './withdrawal.module.css';

interface WithdrawalFormProps {
  syndicateId: bigint;
  account: CashAccount;
  onRequested: () => void;
}

/** Shows what is left before it asks for the password. */
export function WithdrawalForm({ syndicateId, account, onRequested }: WithdrawalFormProps) {
  const { tenant } = useSession();
  const queryClient = useQueryClient();
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [isChecked, setIsChecked] = useState(false);
  const [asked, setAsked] = useState<Cents | null>(null);
  const { available, payTo, heldUntil } = account;
  const amount = typedAmount(text);
  const isTooMuch = amount !== null && amount > available;
  const blocked = reasonAgainst(account);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsChecked(true);
    if (amount === null || isTooMuch) field.current?.focus();
    else setAsked(amount);
  };
  const requested = (sum: Cents) => {
    flash(`Your withdrawal of ${formatMoney(sum)} is requested`);
    setText('');
    setIsChecked(false);
    setAsked(null);
    void queryClient.invalidateQueries({ queryKey: [CASH_KEY] });
    onRequested();
  };

  return (
    <>
      <form className={classes['form']} onSubmit={submit} noValidate>
        {/* Not disabled while nothing can be withdrawn: the words below say why, and a reader can still see what is there. */}
        <TextInput
          {...fieldLook}
          ref={field}
          label="Amount"
          placeholder="$0.00"
          inputMode="decimal"
          autoComplete="off"
          maxLength={20}
          value={text}
          disabled={blocked !== null}
          error={problemOf(text, { amount, isTooMuch, available, isChecked })}
          onChange={(event) => setText(event.currentTarget.value)}
          rightSectionWidth={104}
          rightSection={
            blocked === null && (
              <TextButton onClick={() => setText(toDecimalString(available))}>All available</TextButton>
            )
          }
        />
        <dl className={classes['lines']}>
          <Line name="Available now" value={formatMoney(available)} />
          {amount !== null && !isTooMuch && (
            <>
              <Line name="This withdrawal" value={formatMoney(-amount)} />
              <Line name="Available after it" value={formatMoney(available - amount)} isStrong />
            </>
          )}
        </dl>
        <SubmitButton pendingText="Requesting" isPending={false} isDisabled={blocked !== null}>
          Request withdrawal
        </SubmitButton>
        <p className={classes['words']}>
          {blocked === null &&
            `Reserved at once, and paid after ${tenant.name} has approved it. You confirm with your password.`}
          {blocked === 'held' &&
            heldUntil !== null &&
            `A change of your bank account was requested. Nothing can be withdrawn until ${formatMoment(heldUntil)}.`}
          {blocked === 'nothing' && 'Nothing is available at present.'}
          {blocked === 'no account' && (
            <>
              There is no bank account that it could be paid to.{' '}
              <Link to="/profile" search={{ tab: 'bank' }}>
                Add one in your profile
              </Link>
            </>
          )}
        </p>
      </form>
      {asked !== null && payTo !== null && (
        <ConfirmWithdrawal
          syndicateId={syndicateId}
          amount={asked}
          payTo={payTo}
          onRequested={() => requested(asked)}
          onClose={() => {
            setAsked(null);
            void queryClient.invalidateQueries({ queryKey: [CASH_KEY] });
          }}
        />
      )}
    </>
  );
}

function reasonAgainst({
  available,
  payTo,
  heldUntil,
}: CashAccount): 'no account' | 'held' | 'nothing' | null {
  if (payTo === null) return 'no account';
  if (heldUntil !== null) return 'held';
  return available > 0n ? null : 'nothing';
}

interface Typed {
  amount: Cents | null;
  isTooMuch: boolean;
  available: Cents;
  isChecked: boolean;
}

/** Too much is said at once; that an amount is missing only once it was sent. */
function problemOf(text: string, { amount, isTooMuch, available, isChecked }: Typed): string | null {
  if (isTooMuch) return `The most that you can withdraw is ${formatMoney(available)}.`;
  if (!isChecked || amount !== null) return null;
  return text.trim() === '' ? 'Required.' : 'Please enter an amount such as 40,000.00.';
}

interface LineProps {
  name: string;
  value: string;
  isStrong?: boolean;
}

const Line = ({ name, value, isStrong = false }: LineProps) => (
  <div className={classes['line']} data-strong={isStrong || undefined}>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </div>
);
