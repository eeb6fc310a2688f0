import { useState } from 'react';
import { formatDate } from '../../../shared/domain/calendar-date.ts';
import { EXPOSURE_KINDS } from '../../../shared/domain/exposure.ts';
import { formatMoney } from '../../../shared/domain/money.ts';
import { useInsightsChoice } from '../../addresses/use-insights-choice.ts';
import { ChoiceSwitch } from '../../ui/form/choice-switch.tsx';
import { NothingInCard } from '../../ui/page/headed-card.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import classes from './concentration-card.module.css';
import { ExposureBars } from './exposure-bars.tsx';
import { KIND_NAMES } from './exposure-words.ts';
import { InsightCard } from './insight-card.tsx';
import { InsightDownload } from './insight-download.tsx';
import type { Analysis } from './insights.api.ts';
import { LimitsDialog } from './limits-dialog.tsx';

const KINDS = ['all', ...EXPOSURE_KINDS] as const;

interface ConcentrationCardProps {
  syndicateId: bigint;
}

/** Where the open balance lies, beside the investor's own limits. */
export function ConcentrationCard({ syndicateId }: ConcentrationCardProps) {
  const [isEditing, setIsEditing] = useState(false);
  const [kind, setKind] = useInsightsChoice('kind', KINDS, 'all');
  return (
    <InsightCard
      title="Concentration"
      syndicateId={syndicateId}
      about={({ netBalance, asOf }) =>
        `share of the net balance, ${formatMoney(netBalance)} · as of ${formatDate(asOf)}`
      }
      aside={(analysis) => (
        <>
          {analysis.netBalance > 0n && (
            <ChoiceSwitch
              legend="Kind of concentration"
              values={KINDS}
              names={{ all: 'All', ...KIND_NAMES }}
              chosen={kind}
              onChoose={setKind}
            />
          )}
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
          {analysis.netBalance > 0n && <InsightDownload syndicateId={syndicateId} part="concentration" />}
        </>
      )}
      skeleton={<ConcentrationSkeleton />}
    >
      {(analysis) =>
        analysis.netBalance > 0n ? (
          <>
            <div className={classes['kinds']} data-one={kind === 'all' ? undefined : kind}>
              {analysis.exposures
                .filter((exposure) => kind === 'all' || exposure.kind === kind)
                .map((exposure) => (
                  <ExposureBars
                    key={`${kind} ${exposure.kind}`}
                    exposure={exposure}
                    whole={analysis.netBalance}
                    showsAllFirst={kind !== 'all'}
                  />
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
          <NothingInCard title="No deal is open">So nothing is concentrated anywhere.</NothingInCard>
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
            <Skeleton characters={16} />
          </p>
        ))}
      </div>
    ))}
  </div>
);
