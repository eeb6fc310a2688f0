import { lazyRouteComponent } from '@tanstack/react-router';
import { Suspense } from 'react';
import { DocumentsPage, type SectionProps } from '../features/documents/documents-page.tsx';
import { FunderDocuments } from '../features/documents/funder-documents.tsx';
import { Statements, StatementsSkeleton } from '../features/statements/statements.tsx';
import { patientChunk } from '../lib/code-chunk.ts';
import { useIsGuest } from '../session/use-is-guest.ts';

/** Files are sent to a syndicate's own people. Whoever looks at another one's book has its statements alone. */
const FromTheFunder = ({ isOwn, syndicateId }: SectionProps) =>
  isOwn && <FunderDocuments syndicateId={syndicateId} />;

const SECTIONS = [FromTheFunder, Statements];

const GuestDocuments = lazyRouteComponent(
  () => patientChunk(import('./guest-documents.tsx')),
  'GuestDocuments',
);

/** Documents, composed of the features that have a section in it. */
export const DocumentsScreen = () =>
  useIsGuest() ? (
    <Suspense>
      <GuestDocuments files={FunderDocuments} statements={Statements} />
    </Suspense>
  ) : (
    <DocumentsPage sections={SECTIONS} skeleton={<StatementsSkeleton />} />
  );
