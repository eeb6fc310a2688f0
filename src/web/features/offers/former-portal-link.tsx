import { IconLinkOff } from '@tabler/icons-react';
import { usePortalFace } from '../../page/entry/portal-face.ts';
import { LinkMessage } from '../../page/link-message.tsx';

/** Old e-mails hold no right to open anything here: what they lead to has to be sent anew. */
export function FormerPortalLink() {
  const face = usePortalFace();
  return (
    <LinkMessage
      title="This link is of the former portal"
      tone="closed"
      icon={<IconLinkOff size={22} stroke={1.75} />}
    >
      <p>The portal has changed since this e-mail was sent, and its links no longer open an offer.</p>
      <p>
        Please ask your contact at the funder for a new link
        {face && (
          <>
            , or write to <a href={`mailto:${face.supportEmail}`}>{face.supportEmail}</a>
          </>
        )}
        . If the offer still stands, you will get it by e-mail.
      </p>
    </LinkMessage>
  );
}
