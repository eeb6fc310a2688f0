import { Button } from '@mantine/core';
import { IconBellOff } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { notificationsContract } from '../../../shared/contract/notifications.ts';
import { namesOfKinds } from '../../../shared/domain/notifications.ts';
import { messageOf } from '../../lib/api-error.ts';
import { call } from '../../lib/call.ts';
import { AskedByLink } from '../../page/asked-by-link.tsx';
import { LinkCard } from '../../page/link-card.tsx';
import { LinkFrame } from '../../page/link-frame.tsx';
import { FormAlert } from '../../ui/form/form-alert.tsx';
import { useAction } from '../../ui/use-action.ts';

const route = getRouteApi('/under-link/unsubscribe');

/** The page of the link that switches off what a mail told of. */
export function UnsubscribePage() {
  const { linkToken: token } = route.useRouteContext();
  const { failure, isPending, run } = useAction(messageOf);
  const switchOff = () => call(notificationsContract.switchOffByLink, { body: { token } });
  return (
    <AskedByLink
      subject="unsubscribe"
      token={token}
      title="Switch off mails"
      icon={<IconBellOff size={22} stroke={1.75} />}
      find={() => call(notificationsContract.notificationsOfLink, { body: { token } })}
      failedTitle="This page did not load"
      settled={({ isOff, kinds, maskedEmail }) =>
        isOff
          ? {
              title: 'These mails are switched off',
              tone: 'good',
              text: `No more mails about ${namesOfKinds(kinds)} go to ${maskedEmail}. You can switch them on again in your profile, under Notifications.`,
            }
          : null
      }
    >
      {({ kinds, maskedEmail, funderName }, thenAsk) => (
        <LinkFrame title={`Switch off mails about: ${namesOfKinds(kinds)}?`}>
          <LinkCard
            text={`${funderName} would send no more of these mails to ${maskedEmail}. All others go on, and those that protect your money and your account always come.`}
          >
            <FormAlert message={failure} />
            <Button size="md" loading={isPending} onClick={() => run(() => thenAsk(switchOff))}>
              Switch off
            </Button>
          </LinkCard>
        </LinkFrame>
      )}
    </AskedByLink>
  );
}
