import { IconFileOff } from '@tabler/icons-react';
import { pageRefusals } from '../../shared/contract/page-refusals.ts';
import { Notice } from '../ui/message/notice.tsx';
import { PageHeader } from '../ui/page/page-header.tsx';
import { PortfolioButton } from './portfolio-button.tsx';
import { usePageTitle } from './use-page-title.ts';

interface NotFoundNoticeProps {
  title: string;
  reason: string;
}

/** Shown in place of a signed-in page. It is the same for what does not exist and for what the reader may not see. */
export function NotFoundNotice({ title, reason }: NotFoundNoticeProps) {
  usePageTitle('Page not found');
  return (
    <>
      <PageHeader title={pageRefusals.not_found.message} />
      <Notice
        icon={<IconFileOff size={20} stroke={1.75} />}
        title={title}
        action={<PortfolioButton variant="filled" />}
      >
        {reason}
      </Notice>
    </>
  );
}
