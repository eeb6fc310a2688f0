import { type InsightPart, insightsContract } from '../../../shared/contract/insights.ts';
import { CardDownload } from '../../ui/download/card-download.tsx';

interface InsightDownloadProps {
  syndicateId: bigint;
  part: InsightPart;
}

const NAMES: Readonly<Record<InsightPart, string>> = {
  concentration: 'Concentration',
  cohorts: 'Cohorts',
  losses: 'Losses',
};

export const InsightDownload = ({ syndicateId, part }: InsightDownloadProps) => (
  <CardDownload
    name={NAMES[part]}
    endpoint={insightsContract.exportInsights}
    input={{ body: { syndicateId, part } }}
  />
);
