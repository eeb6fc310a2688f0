import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { type Rate, rate } from '../../../../shared/domain/rate.ts';
import { fieldLook } from '../../../ui/form/field-look.ts';
import fieldClasses from '../../../ui/form/form-fields.module.css';
import partClasses from '../../ui/page-parts.module.css';
import { IssuingForm } from './issuing-form.tsx';
import classes from './submission-page.module.css';
import { shareInWords } from './submission-words.tsx';
import { type Submission, useSyndicates } from './submissions.api.ts';
import { useIssuing } from './use-issuing.ts';

interface InviteSyndicateDialogProps {
  submission: Submission;
  onClose: () => void;
}

const NOT_A_PERCENT = 'Please enter percents such as 7.5, or leave the field empty.';

/** Invites a syndicate to take a share of the deal before it is funded. */
export function InviteSyndicateDialog({ submission, onClose }: InviteSyndicateDialogProps) {
  const issuing = useIssuing();
  const [search, setSearch] = useState('');
  const [syndicateId, setSyndicateId] = useState('');
  const [offered, setOffered] = useState('');
  const [most, setMost] = useState('');
  const { data } = useSyndicates(search.replaceAll('@', '').trim());
  const isLong = search !== '' || (data !== undefined && data.count > data.pageLength);
  const { offerId, dealName, leftPercent, invites } = submission;
  const invited = new Set(invites.map((invite) => invite.syndicateId));

  return (
    <IssuingForm
      title={`Invite a syndicate to ${dealName}`}
      lead={`${shareInWords(leftPercent)} of the deal is left. Shares are in half percents and go to whoever accepts first. The invite is mailed to the syndicate’s e-sign address.`}
      sendLabel="Invite"
      issuing={issuing}
      request={() => {
        if (syndicateId === '') return 'Please choose the syndicate.';
        const offeredSharePercent = percentFrom(offered);
        const maxSharePercent = percentFrom(most);
        if (offeredSharePercent === null || maxSharePercent === null) return NOT_A_PERCENT;
        return {
          kind: 'prefunding',
          offerId,
          ownOfferId: undefined,
          syndicateId: BigInt(syndicateId),
          syndicate: undefined,
          offeredSharePercent,
          maxSharePercent,
          isMailed: true,
        };
      }}
      onClose={onClose}
    >
      {isLong && (
        <TextInput
          {...fieldLook}
          label="Find the syndicate"
          value={search}
          maxLength={40}
          onChange={({ currentTarget }) => setSearch(currentTarget.value)}
        />
      )}
      <label className={partClasses['select']}>
        Syndicate
        <select value={syndicateId} data-autofocus onChange={({ target }) => setSyndicateId(target.value)}>
          <option value="">Choose a syndicate</option>
          {data?.investors.map(({ id, name, abbreviation }) => (
            <option key={id.toString()} value={id.toString()} disabled={invited.has(id)}>
              {name} ({abbreviation}){invited.has(id) ? ', invited already' : ''}
            </option>
          ))}
        </select>
      </label>
      <div className={`${fieldClasses['row']} ${classes['shares']}`}>
        <TextInput
          {...fieldLook}
          label="Share offered, %"
          description="Empty: none is suggested."
          inputMode="decimal"
          maxLength={8}
          value={offered}
          onChange={({ currentTarget }) => setOffered(currentTarget.value)}
        />
        <TextInput
          {...fieldLook}
          label="Largest share, %"
          description="Empty: all that is left."
          inputMode="decimal"
          maxLength={8}
          value={most}
          onChange={({ currentTarget }) => setMost(currentTarget.value)}
        />
      </div>
    </IssuingForm>
  );
}

/** Undefined for an empty field, null for what is no percent. */
function percentFrom(typed: string): Rate | undefined | null {
  const text = typed.trim().replace(/\s?%$/, '');
  if (text === '') return undefined;
  return /^\d{1,3}(\.\d{1,4})?$/.test(text) ? rate(text) : null;
}
