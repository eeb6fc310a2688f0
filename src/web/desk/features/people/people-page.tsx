import { Button } from '@mantine/core';
import { useState } from 'react';
import {
  PEOPLE_GROUPS,
  PERSON_STATES,
  type PeopleGroup,
  type PersonState,
} from '../../../../shared/contract/desk-people.ts';
import { usePageTitle } from '../../../page/use-page-title.ts';
import { ChoiceSwitch } from '../../../ui/form/choice-switch.tsx';
import { SearchField } from '../../../ui/form/search-field.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { PageHeader } from '../../../ui/page/page-header.tsx';
import { useMay } from '../../desk-user.ts';
import { ApprovalsCard } from '../../ui/approvals-card.tsx';
import classes from '../../ui/page-parts.module.css';
import { InviteDialog } from './invite-dialog.tsx';
import { PeopleCard } from './people-card.tsx';
import { STATE_NAMES } from './person-words.tsx';

const GROUP_NAMES: Readonly<Record<PeopleGroup, string>> = {
  everybody: 'Everybody',
  staff: 'Staff',
  investors: 'Investors',
};

/** Everybody of the funder. What is searched for stays out of the address, because addresses are kept in logs. */
export function PeoplePage() {
  usePageTitle('People', 'Desk');
  const mayManage = useMay('manage-people');
  const [isInviting, setIsInviting] = useState(false);
  const [search, setSearch] = useState('');
  const [group, setGroup] = useState<PeopleGroup>('everybody');
  const [state, setState] = useState<PersonState | null>(null);
  const [page, setPage] = useState(1);
  const isNarrowed = search !== '' || group !== 'everybody' || state !== null;
  const fromStart =
    <Value,>(set: (value: Value) => void) =>
    (value: Value) => {
      set(value);
      setPage(1);
    };

  return (
    <>
      <PageHeader
        title="People"
        caption="Staff and investors: who can sign in, and what they may do"
        action={mayManage && <Button onClick={() => setIsInviting(true)}>Invite somebody</Button>}
      />
      <div className={classes['stack']}>
        <ApprovalsCard needs="manage-people" />
        <div className={classes['tools']}>
          <SearchField
            placeholder="Name, e-mail or syndicate"
            hasKey={false}
            value={search}
            onSearch={fromStart(setSearch)}
          />
          <ChoiceSwitch
            legend="Whom to show"
            values={PEOPLE_GROUPS}
            names={GROUP_NAMES}
            chosen={group}
            onChoose={fromStart(setGroup)}
          />
          <SelectField
            label="State"
            options={PERSON_STATES.map((value) => ({ value, label: STATE_NAMES[value] }))}
            value={state}
            everything="Any"
            onPick={fromStart(setState)}
          />
        </div>
        <PeopleCard
          title={GROUP_NAMES[group]}
          choice={{ search, group, page, ...(state && { state }) }}
          nothing={
            isNarrowed
              ? { title: 'Nobody matches', words: 'Try a part of the name, or show everybody in any state.' }
              : { title: 'Nobody is here yet', words: 'Invite the first person, or import your investors.' }
          }
          onPage={setPage}
        />
      </div>
      {isInviting && <InviteDialog onClose={() => setIsInviting(false)} />}
    </>
  );
}
