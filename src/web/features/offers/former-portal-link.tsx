import { IconLinkOff } from '@tabler/icons-react';
import { usePortalInfo } from '../../page/entry/portal-info.ts';
import { LinkMessage } from '../../page/link-message.tsx';

/** Links in e-mails of the former portal open nothing here; a new link has to be requested. */
export function FormerPortalLink() {
  const portal = usePortalInfo();
  return (
    <LinkMessage
      title="This link is of the former portal"
      tone="closed"
      icon={<IconLinkOff size={22} stroke={1.75} />}
    >
      <p>The portal has changed since this e-mail was sent, and its links no longer open an offer.</p>
      <p>
        Please ask your contact at the funder for a new link
        {portal && (
          <>
            , or write to <a href={`mailto:${portal.supportEmail}`}>{portal.supportEmail}</a>
          </>
        )}
        . If the offer still stands, you will get it by e-mail.
      </p>
    </LinkMessage>
  );
}
