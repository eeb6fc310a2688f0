import { getRouteApi } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import classes from '../features/documents/documents-page.module.css';
import { usePageTitle } from '../page/use-page-title.ts';
import { EmptyState } from '../ui/message/empty-state.tsx';
import { PageHeader } from '../ui/page/page-header.tsx';
import { GuestBookOf } from './guest-book.tsx';

const route = getRouteApi('/signed-in/documents');

type Section = ComponentType<{ syndicateId: bigint }>;

/** The documents of a book for a guest: statements, files from the funder, or both, as they were opened. */
export function GuestDocuments({
  files: Files,
  statements: Statements,
}: {
  files: Section;
  statements: Section;
}) {
  const { syndicate } = route.useSearch();
  const navigate = route.useNavigate();
  usePageTitle('Documents');
  return (
    <GuestBookOf
      title="Documents"
      asked={syndicate}
      onPick={(picked) => void navigate({ search: { syndicate: picked } })}
    >
      {({ book, choice }) => {
        const hasFiles = book?.parts.includes('documents');
        const hasStatements = book?.parts.includes('statements');
        return (
          <>
            <PageHeader title="Documents" caption={book?.syndicateName} action={choice} />
            {book && (hasFiles || hasStatements) ? (
              <div key={`${book.syndicateId}`} className={classes['sections']}>
                {hasFiles && <Files syndicateId={book.syndicateId} />}
                {hasStatements && <Statements syndicateId={book.syndicateId} />}
              </div>
            ) : (
              <EmptyState
                title="Nothing to show here"
                reason="Neither statements nor files were opened to you. Whoever let you in can change that."
              />
            )}
          </>
        );
      }}
    </GuestBookOf>
  );
}
