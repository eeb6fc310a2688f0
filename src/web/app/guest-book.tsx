import type { ReactNode } from 'react';
import { type GuestBook, useGuestAccess } from '../session/guest-access.ts';
import { SelectField } from '../ui/form/select-field.tsx';
import { ErrorState } from '../ui/message/error-state.tsx';
import { PageHeader } from '../ui/page/page-header.tsx';

interface OpenedBook {
  /** Undefined once no book is open any more. */
  book: GuestBook | undefined;
  /** For a guest of several syndicates of the funder: the choice between them. */
  choice: ReactNode;
}

interface GuestBookProps {
  title: string;
  /** The syndicate in the address. */
  asked: string | undefined;
  onPick: (syndicateId: string | undefined) => void;
  children: (opened: OpenedBook) => ReactNode;
}

/** The book that a guest looks at: the one in the address, or else the first that was opened to them. */
export function GuestBookOf({ title, asked, onPick, children }: GuestBookProps) {
  const access = useGuestAccess();
  if (access.isError && !access.data) {
    return (
      <>
        <PageHeader title={title} />
        <ErrorState
          title="Your guest access did not load"
          error={access.error}
          onRetry={() => access.refetch()}
          isRetrying={access.isFetching}
        />
      </>
    );
  }
  if (!access.data) return <PageHeader />;
  const { books } = access.data;
  const book = books.find(({ syndicateId }) => syndicateId.toString() === asked) ?? books[0];
  const choice = books.length > 1 && (
    <SelectField
      label="Syndicate"
      options={books.map(({ syndicateId, syndicateName }) => ({
        value: syndicateId.toString(),
        label: syndicateName,
      }))}
      value={book?.syndicateId.toString() ?? null}
      onPick={(picked) => onPick(picked ?? undefined)}
    />
  );
  return children({ book, choice });
}
