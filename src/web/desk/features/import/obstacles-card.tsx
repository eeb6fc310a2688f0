import { capitalized } from '../../../../shared/domain/capitalized.ts';
import { HeadedCard } from '../../../ui/page/headed-card.tsx';
import { DeskLink } from '../../desk-link.tsx';
import classes from './import.module.css';
import { type Obstacle, type Run, useConsequences } from './imports.api.ts';

/** What was built on an import and keeps it, with links to some of it. Nothing where it can be undone. */
export function ObstaclesCard({ run }: { run: Run }) {
  const { obstacles = [] } = useConsequences(run).data ?? {};
  if (obstacles.length === 0) return null;
  return (
    <HeadedCard title="What keeps this import">
      <ul className={classes['obstacles']}>
        {obstacles.map((found) => (
          <li key={found.obstacle}>
            {capitalized(found.obstacle)}: {found.number.toLocaleString('en-US')}
            {found.things.map(({ id, name }) => (
              <ObstacleLink key={id.toString()} kind={found.kind} id={id} name={name} />
            ))}
          </li>
        ))}
      </ul>
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
