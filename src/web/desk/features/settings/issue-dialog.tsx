import { Button, TextInput } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { deskTokensContract } from '../../../../shared/contract/desk-tokens.ts';
import type { Scope } from '../../../../shared/contract/scopes.ts';
import { SCOPE_RULES, takesTwoPeople } from '../../../../shared/domain/scope-permissions.ts';
import { messageOf } from '../../../lib/api-error.ts';
import { Dialog, DialogActions } from '../../../ui/dialog/dialog.tsx';
import { FormActions } from '../../../ui/dialog/form-actions.tsx';
import { fieldLook } from '../../../ui/form/field-look.ts';
import { FormAlert } from '../../../ui/form/form-alert.tsx';
import fieldClasses from '../../../ui/form/form-fields.module.css';
import { SavingForm } from '../../../ui/form/saving-form.tsx';
import { flash } from '../../../ui/message/flash.ts';
import { useAction } from '../../../ui/use-action.ts';
import parts from '../../ui/page-parts.module.css';
import { useChange } from '../../ui/use-change.ts';
import { whoCan } from './protections-section.tsx';
import classes from './settings.module.css';

interface IssueDialogProps {
  /** Those that this person may give. */
  scopes: readonly Scope[];
  others: string[];
  onClose: () => void;
}

const DAYS = [7, 30, 90, 180, 366];

/** Issues a token, and shows it once. */
export function IssueDialog({ scopes, others, onClose }: IssueDialogProps) {
  const send = useChange();
  const { isPending, failure, setFailure, run } = useAction(messageOf);
  const [name, setName] = useState('');
  const [given, setGiven] = useState<readonly Scope[]>([]);
  const [days, setDays] = useState(90);
  const [reason, setReason] = useState('');
  const [issued, setIssued] = useState<{ token: string; isWaiting: boolean } | null>(null);
  const takesTwo = takesTwoPeople(given);
  if (issued) return <IssuedToken {...issued} others={others} onDone={onClose} />;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === '') return setFailure('Please say which system it is for.');
    if (given.length === 0) return setFailure('Please choose what it may do.');
    if (takesTwo && reason.trim() === '') return setFailure('Please say why. Whoever decides reads it.');
    return run(async () => {
      const body = {
        name: name.trim(),
        scopes: [...given],
        days,
        reason: takesTwo ? reason.trim() : undefined,
      };
      setIssued(await send(deskTokensContract.issueToken, { body }));
    });
  };
  return (
    <Dialog
      title="New service token"
      lead="Give it what the system needs, and no more. Nobody can see the token again afterwards."
      isWide
      onClose={onClose}
    >
      <SavingForm isSaving={isPending} className={fieldClasses['fields']} onSubmit={submit}>
        <TextInput
          {...fieldLook}
          label="Which system it is for"
          data-autofocus
          maxLength={80}
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <fieldset className={parts['group']}>
          <legend className={parts['legend']}>What it may do</legend>
          {scopes.map((scope) => (
            <label key={scope} className={parts['choice']}>
              <input
                type="checkbox"
                checked={given.includes(scope)}
                onChange={({ currentTarget: { checked } }) =>
                  setGiven(checked ? [...given, scope] : given.filter((one) => one !== scope))
                }
              />
              <span>
                <b>{scope}</b>: {SCOPE_RULES[scope].about}
                {SCOPE_RULES[scope].takesTwo && <span className={classes['quiet']}> (takes two people)</span>}
              </span>
            </label>
          ))}
        </fieldset>
        <label className={parts['select']}>
          Valid for
          <select value={days} onChange={({ currentTarget }) => setDays(Number(currentTarget.value))}>
            {DAYS.map((count) => (
              <option key={count} value={count}>
                {count} days
              </option>
            ))}
          </select>
        </label>
        {takesTwo && (
          <TextInput
            {...fieldLook}
            label="Why"
            description={`It counts once somebody else has approved it: ${whoCan({ others })}`}
            maxLength={500}
            value={reason}
            onChange={({ currentTarget }) => setReason(currentTarget.value)}
          />
        )}
        <FormAlert message={failure} />
        <FormActions isPending={isPending} onClose={onClose}>
          {takesTwo ? 'Issue and ask' : 'Issue'}
        </FormActions>
      </SavingForm>
    </Dialog>
  );
}

interface IssuedTokenProps {
  token: string;
  isWaiting: boolean;
  others: string[];
  onDone: () => void;
}

/** It is shown only once, so the dialog does not close by accident. */
function IssuedToken({ token, isWaiting, others, onDone }: IssuedTokenProps) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(token);
      flash('Copied');
    } catch {
      flash('The browser did not allow copying. Please select the token and copy it.', {
        tone: 'bad',
        seconds: 4,
      });
    }
  };
  return (
    <Dialog
      title="The token"
      lead={
        isWaiting
          ? `It is shown only now. It works once somebody else has approved it: ${whoCan({ others })}`
          : 'It is shown only now. Put it where the system keeps its secrets.'
      }
    >
      <p className={`${classes['code']} ${classes['token']}`}>{token}</p>
      <DialogActions>
        <Button variant="default" onClick={copy} leftSection={<IconCopy size={16} aria-hidden="true" />}>
          Copy
        </Button>
        <Button onClick={onDone} data-autofocus>
          I have kept it
        </Button>
      </DialogActions>
    </Dialog>
  );
}
