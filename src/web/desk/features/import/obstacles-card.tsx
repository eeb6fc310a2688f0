import { capitalized } from '../../../../shared/domain/capitalized.ts';
import { HeadedCard } from '../../../ui/page/headed-card.tsx';
import { DeskLink } from '../../desk-link.tsx';
import tableClasses from '../../ui/desk-table.module.css';
import classes from './import.module.css';
import { type Obstacle, type Run, useConsequences } from './imports.api.ts';

/** What was built on an import and keeps it, with links to some of it. Nothing where it can be undone. */
export function ObstaclesCard({ run }: { run: Run }) {
  const { obstacles = [] } = useConsequences(run).data ?? {};
  if (obstacles.length === 0) return null;
  return (
    <HeadedCard title="What keeps this import">
      <div className={tableClasses['scroll']}>
        <table className={tableClasses['table']} aria-label="What was built on the import">
          <thead>
            <tr>
              <th scope="col">Why</th>
              <th scope="col" className={tableClasses['number']}>
                How many
              </th>
              <th scope="col">Such as</th>
            </tr>
          </thead>
          <tbody>
            {obstacles.map(({ obstacle, number, kind, things }) => (
              <tr key={obstacle}>
                <td>
                  <b>{capitalized(obstacle)}</b>
                </td>
                <td data-name="How many" className={tableClasses['number']}>
                  {number.toLocaleString('en-US')}
                </td>
                <td data-name="Such as">
                  <span className={classes['told']}>
                    {things.map(({ id, name }) => (
                      <ObstacleLink key={id.toString()} {...{ kind, id, name }} />
                    ))}
                  </span>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </HeadedCard>
  );
}

function ObstacleLink({ kind, id, name }: { kind: Obstacle['kind']; id: bigint; name: string }) {
  if (kind === 'deal')
    return (
      <DeskLink page="deal" params={{ dealId: id }}>
        {name}
      </DeskLink>
    );
  if (kind === 'syndicate')
    return (
      <DeskLink page="investor" params={{ syndicateId: id }}>
        {name}
      </DeskLink>
    );
  return (
    <DeskLink page="payoutRun" params={{ runId: id }}>
      {name}
    </DeskLink>
  );
}
