import { formatDay } from '../../../lib/moment.ts';
import { countOf } from '../../../ui/figure/count.ts';
import { NothingInCard } from '../../../ui/page/headed-card.tsx';
import { type Column, DeskTable } from '../../ui/desk-table.tsx';
import { ListCard } from '../../ui/list-card.tsx';
import { type ListedPerson, type PeopleChoice, usePeople } from './people.api.ts';
import { invitationInWords, roleInWords, StateChip } from './person-words.tsx';

const COLUMNS: readonly Column<ListedPerson>[] = [
  { name: 'State', value: (person) => <StateChip person={person} /> },
  { name: 'Role', value: ({ role }) => roleInWords(role) },
  { name: 'Syndicate', value: ({ syndicateName }) => syndicateName },
  { name: 'Invitation', value: invitationInWords },
  {
    name: 'Last sign-in',
    kind: 'day',
    value: ({ lastSignedInAt }) => lastSignedInAt && formatDay(lastSignedInAt),
  },
  {
    name: 'Second factor',
    value: ({ hasSecondFactor }) => (hasSecondFactor === null ? null : hasSecondFactor ? 'Yes' : 'No'),
  },
];

interface PeopleCardProps {
  title: string;
  choice: PeopleChoice;
  nothing: { title: string; words: string };
  onPage: (page: number) => void;
  isOfOneSyndicate?: boolean;
}

/** A page of people, which loads and fails by itself. */
export function PeopleCard({ title, choice, nothing, onPage, isOfOneSyndicate = false }: PeopleCardProps) {
  const people = usePeople(choice);
  const { data } = people;
  const columns = isOfOneSyndicate ? COLUMNS.filter(({ name }) => !SHARED.includes(name)) : COLUMNS;
  return (
    <ListCard
      title={title}
      what="The people"
      about={({ count }) => countOf(count, 'person', 'people')}
      aboutLength={10}
      query={people}
      page={choice.page ?? 1}
      onPage={onPage}
      nothing={<NothingInCard title={nothing.title}>{nothing.words}</NothingInCard>}
    >
      <DeskTable
        label={title}
        first="Name"
        columns={columns}
        rows={data?.people}
        {...(isOfOneSyndicate && { skeletonRows: 1 })}
        keyOf={({ id }) => id.toString()}
        nameOf={({ name }) => name}
        below={({ email }) => email}
        page="person"
        target={({ id: userId }) => ({ params: { userId } })}
      />
    </ListCard>
  );
}

/** What is the same of everybody in one syndicate. */
const SHARED = ['Role', 'Syndicate'];
