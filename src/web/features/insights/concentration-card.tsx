import { useState } from 'react';
import { formatDate } from '../../../shared/domain/calendar-date.ts';
import { formatMoney } from '../../../shared/domain/money.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import classes from './concentration-card.module.css';
import { ExposureBars } from './exposure-bars.tsx';
import card from './insight-card.module.css';
import { InsightCard } from './insight-card.tsx';
import type { Analysis } from './insights.api.ts';
import { LimitsDialog } from './limits-dialog.tsx';

interface ConcentrationCardProps {
  syndicateId: bigint;
}

/** Where the open balance lies, beside the investor's own limits. */
export function ConcentrationCard({ syndicateId }: ConcentrationCardProps) {
  const [isEditing, setIsEditing] = useState(false);
  return (
    <InsightCard
      title="Concentration"
      syndicateId={syndicateId}
      about={({ netBalance, asOf }) =>
        `share of the net balance, ${formatMoney(netBalance)} · as of ${formatDate(asOf)}`
      }
      aside={(analysis) => (
        <>
          {hasLimits(analysis) && (
            <span className={classes['legend']}>
              <span className={classes['tick']} aria-hidden="true" /> your limit
            </span>
          )}
          {analysis.netBalance > 0n && (
            <TextButton onClick={() => setIsEditing(true)}>
              {hasLimits(analysis) ? 'Edit limits' : 'Set limits'}
            </TextButton>
          )}
        </>
      )}
      skeleton={<ConcentrationSkeleton />}
    >
      {(analysis) =>
        analysis.netBalance > 0n ? (
          <>
            <div className={classes['kinds']}>
              {analysis.exposures.map((exposure) => (
                <ExposureBars key={exposure.kind} exposure={exposure} whole={analysis.netBalance} />
              ))}
            </div>
            {isEditing && (
              <LimitsDialog
                syndicateId={syndicateId}
                exposures={analysis.exposures}
                onClose={() => setIsEditing(false)}
              />
            )}
          </>
        ) : (
          <p className={card['inside']}>No deal is open, so nothing is concentrated anywhere.</p>
        )
      }
    </InsightCard>
  );
}

const hasLimits = ({ exposures }: Analysis): boolean =>
  exposures.some(({ limitPercent }) => limitPercent !== null);

const PLACES = ['one', 'two', 'three', 'four', 'five', 'six'];

const ConcentrationSkeleton = () => (
  <div className={classes['kinds']}>
    {PLACES.map((kind) => (
      <div key={kind} className={classes['kind']}>
        {PLACES.map((group) => (
          <p key={group} className={classes['waiting']}>
            <Skeleton characters={24} />
          </p>
        ))}
      </div>
    ))}
  </div>
);
