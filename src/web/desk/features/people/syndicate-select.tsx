import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { fieldLook } from '../../../ui/form/field-look.ts';
import classes from '../../ui/page-parts.module.css';
import { useInvestors } from './people.api.ts';

interface SyndicateSelectProps {
  value: string;
  onPick: (syndicateId: string) => void;
}

/** Chooses a syndicate. Where there are more than a page of them, typing a part of the name narrows them down. */
export function SyndicateSelect({ value, onPick }: SyndicateSelectProps) {
  const [search, setSearch] = useState('');
  const { data } = useInvestors({ search: search.replaceAll('@', ''), page: 1 });
  const isLong = search !== '' || (data !== undefined && data.count > data.pageLength);
  return (
    <>
      {isLong && (
        <TextInput
          {...fieldLook}
          label="Find the syndicate"
          value={search}
          maxLength={40}
          onChange={({ currentTarget }) => setSearch(currentTarget.value)}
        />
      )}
      <label className={classes['select']}>
        Syndicate
        <select value={value} onChange={({ target }) => onPick(target.value)}>
          <option value="">Choose a syndicate</option>
          {data?.investors.map(({ id, name, abbreviation }) => (
            <option key={id.toString()} value={id.toString()}>
              {name} ({abbreviation})
            </option>
          ))}
        </select>
      </label>
    </>
  );
}
