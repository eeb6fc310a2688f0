import { IconFileOff } from '@tabler/icons-react';
import { refusals } from '../../shared/contract/errors.ts';
import { Notice } from '../ui/message/notice.tsx';
import { PageHeader } from '../ui/page/page-header.tsx';
import { ToPortfolio } from './to-portfolio.tsx';
import { usePageTitle } from './use-page-title.ts';

interface NothingHereProps {
  title: string;
  reason: string;
}

/** In a signed-in page's place: the same for what is not there and for what is not open to the reader. */
export function NothingHere({ title, reason }: NothingHereProps) {
  usePageTitle('Page not found');
  return (
    <>
      <PageHeader title={refusals.not_found.message} />
      <Notice
        icon={<IconFileOff size={20} stroke={1.75} />}
        title={title}
        action={<ToPortfolio variant="filled" />}
      >
        {reason}
      </Notice>
    </>
  );
}
