import { MessagePage } from '../page/message-page.tsx';
import { usePageTitle } from '../page/use-page-title.ts';
import { DeskLink } from './desk-link.tsx';

export function DeskNotFound() {
  usePageTitle('Page not found');
  return (
    <MessagePage title="Page not found" action={<DeskLink page="board">Go to the board</DeskLink>}>
      There is nothing at this address of the desk. The link may be old, or it was not copied in full.
    </MessagePage>
  );
}
