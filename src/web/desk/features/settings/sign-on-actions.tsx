import { Button } from '@mantine/core';
import { useState } from 'react';
import { deskSignOnContract } from '../../../../shared/contract/desk-sign-on.ts';
import { call } from '../../../lib/call.ts';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { FormAlert } from '../../../ui/form/form-alert.tsx';
import { flash } from '../../../ui/message/flash.ts';
import { flashFailure } from '../../../ui/message/flash-failure.ts';
import { Row } from '../../../ui/page/section.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { ReasonDialog } from '../../ui/reason-dialog.tsx';
import { useChange } from '../../ui/use-change.ts';
import { whoCan } from './protections-section.tsx';
import type { AllSettings, SignOn } from './settings.api.ts';
import classes from './settings.module.css';

interface SignOnActionsProps {
  signOn: SignOn;
  all: AllSettings;
}

/** What is done with a provider that was named: checked, required, removed. */
export function SignOnActions({ signOn: { provider, isCallerThere }, all }: SignOnActionsProps) {
  const send = useChange();
  const action = useAction(flashFailure);
  const [check, setCheck] = useState<{ isReached: boolean; words: string } | null>(null);
  const [asked, setAsked] = useState<'remove' | 'require' | 'stop' | null>(null);
  if (!provider) return null;
  const { isApproved, isRequired } = provider;
  const change = (endpoint: Simple, done: string) =>
    action.run(async () => {
      await send(endpoint, {});
      setAsked(null);
      flash(done);
    });
  return (
    <>
      {isApproved && (
        <div className={classes['fields']}>
          <div className={classes['buttons']}>
            <Button
              variant="default"
              loading={action.isPending && asked === null}
              onClick={() => action.run(async () => setCheck(await call(deskSignOnContract.checkSignOn, {})))}
            >
              Check the provider
            </Button>
          </div>
          <FormAlert message={check?.words ?? null} tone={check?.isReached ? 'good' : 'bad'} />
        </div>
      )}
      {isApproved && (
        <Row
          title={isRequired ? 'Staff sign in there only' : 'Passwords count as well'}
          detail={requirementInWords(isRequired, isCallerThere, all)}
          action={
            isRequired ? (
              <Button variant="default" onClick={() => setAsked('stop')}>
                Ask to stop requiring it
              </Button>
            ) : (
              <Button variant="default" disabled={!isCallerThere} onClick={() => setAsked('require')}>
                Require it
              </Button>
            )
          }
        />
      )}
      {!isRequired && (
        <Row
          title="Remove the provider"
          detail="Staff sign in with their passwords from then on. Sessions that were opened there end."
          action={
            <Button variant="default" onClick={() => setAsked('remove')}>
              Remove
            </Button>
          }
        />
      )}
      {(asked === 'remove' || asked === 'require') && (
        <ConfirmDialog
          {...DIALOGS[asked]}
          isPending={action.isPending}
          onConfirm={() => change(DIALOGS[asked].endpoint, DIALOGS[asked].done)}
          onClose={() => setAsked(null)}
        />
      )}
      {asked === 'stop' && (
        <ReasonDialog
          title="Stop requiring single sign-on"
          lead={`Passwords of staff would count again once somebody else has approved it: ${whoCan(all)}`}
          description="Whoever decides reads it, and it stays in the audit trail."
          onAsk={async (reason) => {
            await send(deskSignOnContract.askNotToRequireSignOn, { body: { reason } });
            setAsked(null);
            flash('Asked. It waits for a second person');
          }}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  );
}

type Simple = typeof deskSignOnContract.requireSignOn | typeof deskSignOnContract.removeSignOn;

const DIALOGS = {
  remove: {
    title: 'Remove the provider?',
    lead: 'Sessions that were opened there end at once, perhaps your own as well. Staff sign in with their passwords.',
    confirmLabel: 'Remove',
    endpoint: deskSignOnContract.removeSignOn,
    done: 'The provider is removed',
  },
  require: {
    title: 'Require single sign-on?',
    lead: 'Sessions that a password opened stop counting at this desk at once. It takes two people to stop requiring it.',
    confirmLabel: 'Require it',
    endpoint: deskSignOnContract.requireSignOn,
    done: 'Single sign-on is required',
  },
} as const;

function requirementInWords(isRequired: boolean, isCallerThere: boolean, all: AllSettings): string {
  if (isRequired) return `It takes two people to let passwords count again: ${whoCan(all)}`;
  return isCallerThere
    ? 'You are signed in there, so you can require it of everybody.'
    : 'To require it, sign in with single sign-on yourself first. So nobody is locked out.';
}
