import { Button } from '@mantine/core';
import { formatMoment } from '../../lib/moment.ts';
import { countOf } from '../../ui/figure/count.ts';
import { Row } from '../../ui/page/section.tsx';
import type { Passkey, SecondFactors } from './second-factor.api.ts';
import classes from './second-factor.module.css';
import type { Step } from './second-factor-step.ts';

interface FactorRowsProps {
  factors: SecondFactors;
  onStep: (step: Step) => void;
}

export function FactorRows({ factors, onStep }: FactorRowsProps) {
  const { isRequired, hasTotp, passkeys, recoveryCodesLeft } = factors;
  const hasAny = hasTotp || passkeys.length > 0;
  return (
    <>
      {isRequired && !hasAny && (
        <p className={classes['duty']}>Your funder requires a second factor. Set one up to go on.</p>
      )}
      <Row
        title="Authenticator app"
        mark={hasTotp ? 'on' : undefined}
        detail="An app on your phone shows a code of six digits."
        action={
          hasTotp ? (
            <Button variant="default" onClick={() => onStep({ kind: 'remove app' })} aria-label="Remove app">
              Remove
            </Button>
          ) : (
            <Button variant="default" onClick={() => onStep({ kind: 'add app' })} aria-label="Set up app">
              Set up
            </Button>
          )
        }
      />
      <Row
        title="Passkeys"
        mark={passkeys.length > 0 ? 'on' : undefined}
        detail="Your fingerprint, face, PIN or a security key."
        action={
          <Button variant="default" onClick={() => onStep({ kind: 'add passkey' })} aria-label="Add passkey">
            Add
          </Button>
        }
      />
      {passkeys.length > 0 && (
        <ul className={classes['passkeys']}>
          {passkeys.map((passkey) => (
            <li key={passkey.id}>
              <PasskeyRow passkey={passkey} onStep={onStep} />
            </li>
          ))}
        </ul>
      )}
      {hasAny && (
        <Row
          title="Recovery codes"
          detail={`${countOf(recoveryCodesLeft, 'code')} left, for when the other factors are out of reach.`}
          action={
            <Button variant="default" onClick={() => onStep({ kind: 'new codes' })}>
              New codes
            </Button>
          }
        />
      )}
    </>
  );
}

interface PasskeyRowProps {
  passkey: Passkey;
  onStep: (step: Step) => void;
}

function PasskeyRow({ passkey, onStep }: PasskeyRowProps) {
  const { name, createdAt, lastUsedAt } = passkey;
  const used = lastUsedAt === null ? 'not used yet' : `last used ${formatMoment(lastUsedAt)}`;
  return (
    <Row
      title={name}
      detail={`Added ${formatMoment(createdAt)} · ${used}`}
      action={
        <Button
          variant="default"
          onClick={() => onStep({ kind: 'remove passkey', passkey })}
          aria-label={`Remove ${name}`}
        >
          Remove
        </Button>
      }
    />
  );
}
