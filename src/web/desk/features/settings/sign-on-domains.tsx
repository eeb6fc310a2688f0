import { Button } from '@mantine/core';
import { useState } from 'react';
import { deskSignOnContract } from '../../../../shared/contract/desk-sign-on.ts';
import { formatDay } from '../../../lib/moment.ts';
import { Chip } from '../../../ui/figure/chip.tsx';
import { FormAlert } from '../../../ui/form/form-alert.tsx';
import { flashFailure } from '../../../ui/message/flash-failure.ts';
import { Row } from '../../../ui/page/section.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { useChange } from '../../ui/use-change.ts';
import type { SignOn } from './settings.api.ts';
import classes from './settings.module.css';

type Proof = SignOn['domainProofs'][number];

/** Each domain of the provider, with the DNS record that proves it. */
export const SignOnDomains = ({ signOn: { domainProofs } }: { signOn: SignOn }) =>
  domainProofs.map((proof) => <Domain key={proof.domain} proof={proof} />);

function Domain({ proof }: { proof: Proof }) {
  const { domain, recordName, recordValue, isProven, countsUntil } = proof;
  const send = useChange();
  const { isPending, run } = useAction(flashFailure);
  const [check, setCheck] = useState<{ isProven: boolean; words: string } | null>(null);
  return (
    <Row
      title={
        <>
          {domain} <Chip tone={isProven ? 'good' : 'watch'}>{isProven ? 'Verified' : 'Not verified'}</Chip>
        </>
      }
      detail={
        isProven ? (
          'Staff with addresses there can sign in.'
        ) : (
          <>
            {consequence(countsUntil)} Add this TXT record to its DNS.
            <div className={classes['record']}>
              <dl>
                <dt>Name</dt>
                <dd className={classes['code']}>{recordName}</dd>
                <dt>Value</dt>
                <dd className={classes['code']}>{recordValue}</dd>
              </dl>
              <Button
                variant="default"
                loading={isPending}
                onClick={() =>
                  run(async () => setCheck(await send(deskSignOnContract.checkDomain, { body: { domain } })))
                }
              >
                Check domain
              </Button>
              <FormAlert message={check?.words ?? null} tone={check?.isProven ? 'good' : 'bad'} />
            </div>
          </>
        )
      }
    />
  );
}

const consequence = (countsUntil: string | null): string => {
  if (countsUntil === null || new Date(countsUntil) <= new Date())
    return 'Staff with addresses there can’t sign in yet.';
  const day = formatDay(countsUntil);
  return `Verify it by ${day}. After that, staff with addresses there can’t sign in.`;
};
