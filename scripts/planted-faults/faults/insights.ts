import type { PlantedFault } from '../planted-fault.ts';

const CALL = 'src/server/features/insights/insights.test.ts';

export const insightFaults: readonly PlantedFault[] = [
  {
    ids: ['INSIGHT-01'],
    broken: 'closed deals count in the exposure',
    file: 'src/server/ledger/analysis/read-exposures.ts',
    from: 'and total.deal_status <> all(${ENDED_STATUSES}::text[])',
    to: "and total.deal_status <> all(${['Write-off']}::text[])",
    test: { file: CALL, title: 'INSIGHT-01 the net balance of the open deals by industry' },
  },
  {
    ids: ['INSIGHT-01'],
    broken: 'the reconciliation passes over the analyses',
    file: 'src/server/ledger/find-differences.ts',
    from: '...(await findAnalysisDifferences(tx, scope)),',
    to: '...(await findAnalysisDifferences(tx, { ...scope, syndicateIds: [] })),',
    test: { file: CALL, title: 'INSIGHT-01 DASH-07 the reconciliation finds a cent too much in a group' },
  },
  {
    ids: ['INSIGHT-02'],
    broken: 'a quarter shows months that its youngest deal has not had',
    file: 'src/shared/domain/cohort.ts',
    from: 'Math.floor(daysBetween(cohort.lastFunded, asOf) / COHORT_MONTH)',
    to: 'Math.ceil(daysBetween(cohort.lastFunded, asOf) / COHORT_MONTH)',
    test: {
      file: 'src/shared/domain/cohort.test.ts',
      title: 'INSIGHT-02 a point is hidden until the youngest deal is that old',
    },
  },
  {
    ids: ['INSIGHT-03'],
    broken: 'anybody sets the limits of a syndicate',
    file: 'src/server/features/insights/insights.routes.ts',
    from: 'async setLimits({ caller, params: { syndicateId }, body, tx }) {\n    await requireSyndicate(tx, caller, syndicateId);',
    to: 'async setLimits({ caller, params: { syndicateId }, body, tx }) {',
    test: { file: CALL, title: 'INSIGHT-03 the limits are the investor' },
  },
  {
    ids: ['INSIGHT-05'],
    broken: 'a deal that goes from default to lawyers counts as lost on the later day',
    file: 'src/server/ledger/analysis/lost-shares.ts',
    from: 'dayOf(sql`min(change.changed_at)`)',
    to: 'dayOf(sql`max(change.changed_at)`)',
    test: { file: CALL, title: 'INSIGHT-05 DASH-07 what of lost deals has not come back' },
  },
  {
    ids: ['INSIGHT-05'],
    broken: 'the reconciliation passes over the losses',
    file: 'src/server/ledger/analysis/check-analyses.ts',
    from: 'lossesText(await readLosses(tx, { tenantId, syndicateId: kept.syndicateId, asOf: kept.asOf }))',
    to: 'lossesText(kept.losses)',
    test: { file: CALL, title: 'INSIGHT-05 DASH-07 what of lost deals has not come back' },
  },
  {
    ids: ['INSIGHT-06'],
    broken: 'a month of the forecast has only its last pay date',
    file: 'src/shared/domain/forecast-months.ts',
    from: 'agreed: known.agreed + agreed',
    to: 'agreed: agreed',
    test: {
      file: 'src/shared/domain/forecast-months.test.ts',
      title: 'INSIGHT-06 pay dates are added up by month',
    },
  },
  {
    ids: ['INSIGHT-07'],
    broken: 'the basis of the losses is forgotten by a reload',
    file: 'src/web/addresses/dashboard-search.ts',
    from: "'lossBasis', ",
    to: '',
    test: {
      file: 'src/web/addresses/dashboard-search.test.ts',
      title: 'INSIGHT-07 the choices of the tab Insights',
    },
  },
  {
    ids: ['INSIGHT-08'],
    broken: 'the spreadsheet of losses leaves out the deals',
    file: 'src/server/features/insights/loss-sheets.ts',
    from: "bySheet('By date of default', losses.byDate), list]",
    to: "bySheet('By date of default', losses.byDate)]",
    test: { file: CALL, title: 'INSIGHT-08 each part as a spreadsheet' },
  },
  {
    ids: ['INSIGHT-09'],
    broken: 'on paper only the first groups of each kind are shown',
    file: 'src/web/features/insights/exposure-bars.tsx',
    from: 'const showsAll = useIsWholePage() || isUnfolded;',
    to: 'const showsAll = isUnfolded;',
    test: { file: 'e2e/insights.spec.ts', title: 'INSIGHT-09 on paper the tab stands alone' },
    says: 'Expected: 11',
  },
  {
    ids: ['INSIGHT-04'],
    broken: 'closed deals count on the page of a pre-funding',
    file: 'src/server/features/invites/invites.queries.ts',
    from: 'and total.deal_status <> all(${ENDED_STATUSES}::text[])',
    to: "and total.deal_status <> all(${['Write-off']}::text[])",
    test: {
      file: 'src/server/features/invites/pre-funding.test.ts',
      title: 'PREFUND-01 INSIGHT-04 the invite and the facts of its deal',
    },
  },
];
