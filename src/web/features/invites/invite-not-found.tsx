import { Button } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { IconFileOff } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { refusals } from '../../../shared/contract/errors.ts';
import { PRODUCT_NAME } from '../../app/brand.ts';
import { Notice } from '../../ui/message/notice.tsx';
import { PageHeader } from '../../ui/page/page-header.tsx';

/** The same for an invite that is not there and one that is another syndicate's. */
export function InviteNotFound() {
  useDocumentTitle(`Page not found · ${PRODUCT_NAME}`);
  const home = (
    <Button component={Link} to="/dashboard">
      Go to the portfolio
    </Button>
  );
  return (
    <>
      <PageHeader title={refusals.not_found.message} />
      <Notice
        icon={<IconFileOff size={20} stroke={1.75} />}
        title="There is no invite for you at this address"
        action={home}
      >
        The link may be old or not copied in full, or the invite is for another syndicate.
      </Notice>
    </>
  );
}
