import { DocumentsPage, type SectionProps } from '../features/documents/documents-page.tsx';
import { FunderDocuments } from '../features/documents/funder-documents.tsx';
import { Statements, StatementsSkeleton } from '../features/statements/statements.tsx';
import { useSession } from '../session/use-session.ts';

/** Files are sent to a syndicate's own people. Whoever looks at another one's book has its statements alone. */
function FromTheFunder({ isOwn }: SectionProps) {
  const { tenant } = useSession();
  return isOwn && <FunderDocuments funderName={tenant.name} />;
}

const SECTIONS = [FromTheFunder, Statements];

/** Documents, composed of the features that have a section in it. */
export const DocumentsScreen = () => <DocumentsPage sections={SECTIONS} skeleton={<StatementsSkeleton />} />;
