import { Button } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useState } from 'react';
import { deskInvestorsContract } from '../../../../shared/contract/desk-investors.ts';
import { formatMoney } from '../../../../shared/domain/money.ts';
import { formatMoment } from '../../../lib/moment.ts';
import { countOf } from '../../../ui/figure/count.ts';
import { flash } from '../../../ui/message/flash.ts';
import { flashFailure } from '../../../ui/message/flash-failure.ts';
import { Notice } from '../../../ui/message/notice.tsx';
import { Row, Section } from '../../../ui/page/section.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { ReasonDialog } from '../../ui/reason-dialog.tsx';
import { useChange } from '../../ui/use-change.ts';
import type { Investor } from './people.api.ts';

/** Says that a syndicate is closed, by whom and why, and what is still owed to it. */
export function ClosedNotice({ investor }: { investor: Investor }) {
  const { closedAt, closedBy, closedReason } = investor;
  if (closedAt === null) return null;
  return (
    <Notice icon={<IconLock size={20} />} title={`Closed ${formatMoment(closedAt)} by ${closedBy}`}>
      “{closedReason}” It takes part in nothing new. {owedInWords(investor)}
    </Notice>
  );
}

function owedInWords({ portfolioBalance, upcoming, cashAvailable, peopleCount }: Investor): string {
  const owed = [
    portfolioBalance !== 0n &&
      `a balance of ${formatMoney(portfolioBalance)} before fees is still to be collected`,
    upcoming !== 0n && `${formatMoney(upcoming)} is on its way`,
    cashAvailable !== null && cashAvailable !== 0n && `${formatMoney(cashAvailable)} is in its cash account`,
  ].filter((part) => part !== false);
  const people = countOf(peopleCount, 'person', 'people');
  if (owed.length === 0)
    return peopleCount === 0
      ? 'Nothing is owed to it any more, and nobody of it signs in.'
      : `Nothing is owed to it any more. Its ${people} can still sign in, until their access is closed.`;
  const list = new Intl.ListFormat('en-US').format(owed);
  return `${list.charAt(0).toUpperCase()}${list.slice(1)}, and is paid out as before. Its people see it as before.`;
}

/** Closes a syndicate or opens it again. */
export function ClosingSection({ investor }: { investor: Investor }) {
  const { id: syndicateId, name, closedAt } = investor;
  const change = useChange();
  const action = useAction(flashFailure);
  const [isAsking, setIsAsking] = useState(false);
  const params = { syndicateId };
  return (
    <Section title="Closing" lead="Nothing is deleted, and a closed syndicate can be opened again.">
      {closedAt === null ? (
        <Row
          title="Close the syndicate"
          detail="It is invited to nothing more and takes no new share. What it is owed stays visible and is paid out, and its people sign in as before."
          action={
            <Button variant="default" onClick={() => setIsAsking(true)}>
              Close
            </Button>
          }
        />
      ) : (
        <Row
          title="Open it again"
          detail="It can be invited again and take shares."
          action={
            <Button
              variant="default"
              loading={action.isPending}
              onClick={() =>
                action.run(async () => {
                  await change(deskInvestorsContract.reopenInvestor, { params });
                  flash(`${name} is open again`);
                })
              }
            >
              Open again
            </Button>
          }
        />
      )}
      {isAsking && (
        <ReasonDialog
          title={`Close ${name}?`}
          lead="From now on it takes part in nothing new. Its deals go on and pay as before."
          description="Who opens this page later reads it."
          needed="Please say why. Who opens this page later reads it."
          askLabel="Close the syndicate"
          onAsk={async (reason) => {
            await change(deskInvestorsContract.closeInvestor, { params, body: { reason } });
            setIsAsking(false);
            flash(`${name} is closed`);
          }}
          onClose={() => setIsAsking(false)}
        />
      )}
    </Section>
  );
}
