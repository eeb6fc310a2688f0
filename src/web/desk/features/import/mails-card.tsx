import { formatMoment } from '../../../lib/moment.ts';
import { HeadedCard } from '../../../ui/page/headed-card.tsx';
import { DeskLink } from '../../desk-link.tsx';
import tableClasses from '../../ui/desk-table.module.css';
import classes from './import.module.css';
import { type ImportMail, type Run, useConsequences } from './imports.api.ts';
import { MAIL_WORDS } from './run-words.ts';

const MAX_NAMED = 8;

/** Which mails went out because of an import, to whom and when; those that wait as well. */
export function MailsCard({ run }: { run: Run }) {
  const { mails = [] } = useConsequences(run).data ?? {};
  if (mails.length === 0) return null;
  const together = [...Map.groupBy(mails, ({ kind, sentAt }) => `${kind} ${sentAt}`).values()];
  return (
    <HeadedCard
      title="Mails to investors"
      about="These mails state no figures. They do not keep the import from being undone."
    >
      <div className={tableClasses['scroll']}>
        <table className={tableClasses['table']} aria-label="Mails of the import">
          <thead>
            <tr>
              <th scope="col">Mail</th>
              <th scope="col">When</th>
              <th scope="col">Investors</th>
            </tr>
          </thead>
          <tbody>
            {together.map((told) => (
              <MailRow key={`${told[0]?.kind} ${told[0]?.sentAt}`} told={told} />
            ))}
          </tbody>
        </table>
      </div>
    </HeadedCard>
  );
}

function MailRow({ told }: { told: readonly ImportMail[] }) {
  const [first] = told;
  if (!first) return null;
  const left = told.length - MAX_NAMED;
  return (
    <tr>
      <td>
        <b>{MAIL_WORDS[first.kind]}</b>
      </td>
      <td data-name="When">
        {first.sentAt === null ? 'At 7 AM, unless the import is undone' : formatMoment(first.sentAt)}
      </td>
      <td data-name="Investors">
        <span className={classes['told']}>
          {told.slice(0, MAX_NAMED).map(({ syndicateId, name }) => (
            <DeskLink key={syndicateId.toString()} page="investor" params={{ syndicateId }}>
              {name}
            </DeskLink>
          ))}
          {left > 0 && <span className={classes['quiet']}>and {left.toLocaleString('en-US')} more</span>}
        </span>
      </td>
    </tr>
  );
}
