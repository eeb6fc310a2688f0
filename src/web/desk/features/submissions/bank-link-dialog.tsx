import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { isMailAddress } from '../../../../shared/domain/mail-address.ts';
import { fieldLook } from '../../../ui/form/field-look.ts';
import partClasses from '../../ui/page-parts.module.css';
import { DAYS_NEEDED, DaysField, DEFAULT_DAYS, daysFrom } from './days-field.tsx';
import { IssuingForm } from './issuing-form.tsx';
import { useDeals } from './submissions.api.ts';
import { useIssuing } from './use-issuing.ts';

/** Asks a merchant to connect the company's bank, by a link. The company is found by one of its deals. */
export function BankLinkDialog({ onClose }: { onClose: () => void }) {
  const issuing = useIssuing();
  const [search, setSearch] = useState('');
  const [companyId, setCompanyId] = useState('');
  const [to, setTo] = useState('');
  const [typed, setTyped] = useState(DEFAULT_DAYS);
  const [sought] = useDebouncedValue(search.trim(), 250);
  const { data: deals = [] } = useDeals(sought);
  const chosen = deals.some((deal) => deal.companyId.toString() === companyId) ? companyId : '';
  return (
    <IssuingForm
      title="Ask a merchant to connect a bank"
      lead="The merchant gets a link with which the company’s bank is connected, once."
      sendLabel="Send"
      issuing={issuing}
      request={() => {
        const days = daysFrom(typed);
        if (chosen === '') return 'Please find the deal and choose it.';
        if (!isMailAddress(to.trim())) return 'Please enter the merchant’s e-mail.';
        if (days === null) return DAYS_NEEDED;
        return {
          kind: 'bank',
          companyId: BigInt(chosen),
          ownCompanyId: undefined,
          to: to.trim(),
          days,
          isMailed: true,
        };
      }}
      onClose={onClose}
    >
      <TextInput
        {...fieldLook}
        label="Find the deal of the company"
        description="A part of the name, or the MID."
        data-autofocus
        maxLength={100}
        value={search}
        onChange={({ currentTarget }) => setSearch(currentTarget.value)}
      />
      <label className={partClasses['select']}>
        Company
        <select value={chosen} onChange={({ target }) => setCompanyId(target.value)}>
          <option value="">
            {sought !== '' && deals.length === 0 ? 'No deal matches' : 'Choose a company'}
          </option>
          {deals.map(({ dealId, companyId: id, dealName, mid }) => (
            <option key={dealId.toString()} value={id.toString()}>
              {dealName} ({mid})
            </option>
          ))}
        </select>
      </label>
      <TextInput
        {...fieldLook}
        label="The merchant’s e-mail"
        type="email"
        maxLength={254}
        value={to}
        onChange={({ currentTarget }) => setTo(currentTarget.value)}
      />
      <DaysField value={typed} onChange={setTyped} />
    </IssuingForm>
  );
}
