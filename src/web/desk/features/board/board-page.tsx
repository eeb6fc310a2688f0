import { usePageTitle } from '../../../page/use-page-title.ts';
import { PageHeader } from '../../../ui/page/page-header.tsx';

/** What waits for whom this morning. */
export function BoardPage() {
  usePageTitle('Board', 'Desk');
  return <PageHeader title="Board" />;
}
