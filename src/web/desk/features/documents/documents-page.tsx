import { Button } from '@mantine/core';
import { capitalized } from '../../../../shared/domain/capitalized.ts';
import { DOCUMENT_CATEGORIES } from '../../../../shared/domain/documents.ts';
import { formatMoment } from '../../../lib/moment.ts';
import { usePageTitle } from '../../../page/use-page-title.ts';
import { countOf } from '../../../ui/figure/count.ts';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { NothingInCard } from '../../../ui/page/headed-card.tsx';
import { PageHeader } from '../../../ui/page/page-header.tsx';
import { deskAddress, useDeskNavigate } from '../../desk-address.ts';
import { useMay } from '../../desk-user.ts';
import { type Column, DeskTable } from '../../ui/desk-table.tsx';
import { ListCard } from '../../ui/list-card.tsx';
import parts from '../../ui/page-parts.module.css';
import { useDocumentChoice } from './document-choice.ts';
import { kindOf, lastDayOf, recipientsOf, StateChip, titleOf } from './document-words.tsx';
import { type DocumentChoice, type ListedDocument, useDocuments, useRecipients } from './documents.api.ts';

const COLUMNS: readonly Column<ListedDocument>[] = [
  { name: 'State', value: ({ state }) => <StateChip state={state} /> },
  { name: 'Sent to', value: recipientsOf },
  {
    name: 'Opened by',
    kind: 'number',
    value: ({ publishedAt, openedCount, recipientCount }) =>
      publishedAt === null ? null : `${openedCount} of ${Math.max(openedCount, recipientCount)}`,
  },
  { name: 'Published', kind: 'day', value: ({ publishedAt }) => publishedAt && formatMoment(publishedAt) },
  { name: 'Last day', kind: 'day', isSpare: true, value: lastDayOf },
];

/** What the funder has sent to its investors, and who has opened it. */
export function DocumentsPage() {
  usePageTitle('Documents', 'Desk');
  const maySend = useMay('prepare-payouts');
  const navigate = useDeskNavigate();
  const [choice, choose] = useDocumentChoice();
  const documents = useDocuments(choice);
  const { data } = documents;
  const isEverything = choice.category === null && choice.syndicateId === null && choice.taxYear === null;
  return (
    <>
      <PageHeader
        title="Documents"
        caption="Agreements, tax forms and letters to your investors. The portal publishes tax forms; it does not file them."
        action={
          maySend && <Button onClick={() => navigate(deskAddress('sendDocuments'))}>Send documents</Button>
        }
      />
      <div className={parts['stack']}>
        <Filters choice={choice} choose={choose} taxYears={data?.taxYears ?? []} />
        <ListCard
          title={isEverything ? 'All documents' : 'Chosen documents'}
          what="The documents"
          about={({ count }) => countOf(count, 'document')}
          aboutLength={12}
          query={documents}
          page={choice.page}
          onPage={(page) => choose({ page })}
          nothing={
            <NothingInCard title={isEverything ? 'Nothing was sent yet' : 'No document matches'}>
              {isEverything
                ? 'What you send is on the investor’s page of documents, and they are told by mail.'
                : 'Choose another category, investor or year.'}
            </NothingInCard>
          }
        >
          <DeskTable
            label="Documents"
            first="Document"
            columns={COLUMNS}
            rows={data?.documents}
            keyOf={({ id }) => id}
            nameOf={titleOf}
            below={kindOf}
            page="document"
            target={({ id: documentId }) => ({ params: { documentId } })}
          />
        </ListCard>
      </div>
    </>
  );
}

interface FiltersProps {
  choice: DocumentChoice;
  choose: (change: Partial<DocumentChoice>) => void;
  taxYears: readonly number[];
}

function Filters({ choice, choose, taxYears }: FiltersProps) {
  const recipients = useRecipients();
  // A year that was chosen stays in the list, whatever is loaded.
  const years = [...new Set([...taxYears, ...(choice.taxYear === null ? [] : [choice.taxYear])])];
  return (
    <div className={parts['tools']}>
      <SelectField
        label="Category"
        everything="All"
        options={DOCUMENT_CATEGORIES.map((value) => ({ value, label: capitalized(value) }))}
        value={choice.category}
        onPick={(category) => choose({ category })}
      />
      <SelectField
        label="Investor"
        everything="All"
        options={(recipients.data ?? []).map(({ id, name }) => ({ value: id.toString(), label: name }))}
        value={choice.syndicateId}
        onPick={(syndicateId) => choose({ syndicateId })}
      />
      <SelectField
        label="Tax year"
        everything="All"
        options={years.map((value) => ({ value, label: String(value) }))}
        value={choice.taxYear}
        onPick={(taxYear) => choose({ taxYear })}
      />
    </div>
  );
}
