import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { deskSignOnContract } from '../../../../shared/contract/desk-sign-on.ts';
import { messageOf } from '../../../lib/api-error.ts';
import { Chip } from '../../../ui/figure/chip.tsx';
import { fieldLook } from '../../../ui/form/field-look.ts';
import { FormAlert } from '../../../ui/form/form-alert.tsx';
import { SavingForm } from '../../../ui/form/saving-form.tsx';
import { flash } from '../../../ui/message/flash.ts';
import { InlineError } from '../../../ui/message/inline-error.tsx';
import { Row, Section } from '../../../ui/page/section.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { useApprovals } from '../../ui/approvals.api.ts';
import parts from '../../ui/page-parts.module.css';
import { ReasonDialog } from '../../ui/reason-dialog.tsx';
import { useChange } from '../../ui/use-change.ts';
import { whoCan } from './protections-section.tsx';
import { LastChange } from './setting-parts.tsx';
import { type AllSettings, type SignOn, useSignOn } from './settings.api.ts';
import classes from './settings.module.css';
import { SignOnActions } from './sign-on-actions.tsx';
import { SignOnDomains } from './sign-on-domains.tsx';

/** Where the staff sign in. The secret is written and never shown. */
export function SignOnSection({ all }: { all: AllSettings }) {
  const signOn = useSignOn();
  const { data } = signOn;
  return (
    <Section
      title="Single sign-on of staff"
      lead={`Your people sign in where they sign in to everything else. Whoever runs the provider can sign in as any of them, so naming one takes two people: ${whoCan(all)}`}
    >
      {data ? (
        <>
          <Row
            title={
              <>
                State <StateChip signOn={data} />
              </>
            }
            detail={
              <LastChange all={all} of={['issuer', 'clientId', 'domains', 'isRequired', 'isApproved']} />
            }
          />
          <ProviderForm key={JSON.stringify(data.provider)} signOn={data} all={all} />
          <SignOnDomains signOn={data} />
          <Row
            title="Addresses to register at the provider"
            detail={
              <>
                It leads people back to these alone. An earlier address without your short name counts no
                more.
                <div className={classes['code']}>{data.callbacks.join(' ')}</div>
              </>
            }
          />
          {data.provider && <SignOnActions signOn={data} all={all} />}
        </>
      ) : signOn.isError ? (
        <InlineError
          title="Single sign-on did not load"
          error={signOn.error}
          onRetry={() => signOn.refetch()}
          isRetrying={signOn.isFetching}
        />
      ) : (
        <Row title="State" detail={<Skeleton characters={30} />} />
      )}
    </Section>
  );
}

function StateChip({ signOn: { provider } }: { signOn: SignOn }) {
  const isAsked = useApprovals().data?.approvals.some(({ kind }) => kind === 'use sign-on provider');
  if (!provider) return <Chip tone="closed">Off</Chip>;
  if (!provider.isApproved && isAsked === false) return <Chip tone="closed">Not approved</Chip>;
  if (!provider.isApproved) return <Chip tone="watch">Waits for a second person</Chip>;
  return <Chip tone="good">{provider.isRequired ? 'Required' : 'On'}</Chip>;
}

interface ProviderFormProps {
  signOn: SignOn;
  all: AllSettings;
}

/** Begins anew when the provider has become another one. */
function ProviderForm({ signOn: { provider }, all }: ProviderFormProps) {
  const send = useChange();
  const { isPending, failure, setFailure, run } = useAction(messageOf);
  const [issuer, setIssuer] = useState(provider?.issuer ?? '');
  const [clientId, setClientId] = useState(provider?.clientId ?? '');
  const [clientSecret, setClientSecret] = useState('');
  const [domains, setDomains] = useState(provider?.domains.join(', ') ?? '');
  const [isAsking, setIsAsking] = useState(false);
  const isInUse = provider?.isApproved === true;

  const save = async (reason: string | undefined) => {
    await send(deskSignOnContract.saveSignOn, {
      body: {
        issuer: issuer.trim(),
        clientId: clientId.trim(),
        clientSecret: clientSecret === '' ? undefined : clientSecret,
        domains: domains.split(/[\s,]+/).filter((domain) => domain !== ''),
        seen: provider,
        reason,
      },
    });
    setIsAsking(false);
    setClientSecret('');
    flash(isInUse ? 'Saved' : 'Asked. It waits for a second person');
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (issuer.trim() === '' || clientId.trim() === '' || domains.trim() === '')
      return setFailure('Please enter the issuer, the client id and the domains.');
    if (!provider && clientSecret === '') return setFailure('Please enter the client secret.');
    return isInUse ? run(() => save(undefined)) : setIsAsking(true);
  };
  const field = (label: string, value: string, set: (text: string) => void, description: string) => (
    <TextInput
      {...fieldLook}
      label={label}
      description={description}
      maxLength={500}
      autoCapitalize="none"
      spellCheck={false}
      value={value}
      onChange={({ currentTarget }) => set(currentTarget.value)}
    />
  );
  return (
    <>
      <SavingForm isSaving={isPending} onSubmit={submit}>
        <div className={classes['fields']}>
          {field(
            'Issuer',
            issuer,
            setIssuer,
            'The address as the provider writes it, beginning with https://.',
          )}
          {field('Client id', clientId, setClientId, 'What the portal is registered as at the provider.')}
          <TextInput
            {...fieldLook}
            label="Client secret"
            description={
              provider
                ? 'Set, and never shown. Leave it empty to keep it.'
                : 'Encrypted when saved, and never shown.'
            }
            type="password"
            autoComplete="off"
            maxLength={500}
            value={clientSecret}
            onChange={({ currentTarget }) => setClientSecret(currentTarget.value)}
          />
          {field('Domains', domains, setDomains, 'Of your own addresses, with commas between them.')}
          {isInUse && (
            <p className={classes['quiet']}>
              This provider is in use. By yourself you can change the secret and take domains away. For
              anything else, remove it and name the new one.
            </p>
          )}
          <FormAlert message={failure} />
        </div>
        <div className={parts['foot']}>
          <Button type="submit" loading={isPending}>
            {isInUse ? 'Save the provider' : 'Name the provider'}
          </Button>
        </div>
      </SavingForm>
      {isAsking && (
        <ReasonDialog
          title="Name a sign-on provider"
          lead={`Staff could sign in at ${issuer.trim()} once somebody else has approved it: ${whoCan(all)}`}
          description="Whoever decides reads it, and it stays in the audit trail."
          onAsk={save}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  );
}
