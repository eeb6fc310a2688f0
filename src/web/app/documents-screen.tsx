import { DocumentsPage } from '../features/documents/documents-page.tsx';
import { Statements, StatementsSkeleton } from '../features/statements/statements.tsx';

const SECTIONS = [Statements];

/** Documents, composed of the features that have a section in it. */
export const DocumentsScreen = () => <DocumentsPage sections={SECTIONS} skeleton={<StatementsSkeleton />} />;
