import type { PayDays } from '../../../src/shared/domain/pay-date.ts';
import type { Random, Weighted } from '../random.ts';
import { SYNDICATE_LEADS, SYNDICATE_TAILS } from '../words/names.ts';
import type { FunderProfile, SyndicateProfile } from './funders.ts';
import { type Person, staff } from './people.ts';

/** This syndicate participates in every second deal. The others share the rest. */
const BIG_SYNDICATE: SyndicateProfile = {
  name: 'Atlas Syndication Fund',
  abbreviation: 'ASF',
  domain: 'atlas.example',
  payDays: [1, 2, 3, 4, 5],
  defaultShare: '5',
  managementFee: '3',
  syndicationFee: '0',
  appetite: 1,
  presence: 0.5,
};
const OTHER_SYNDICATES = 400;

/** Most are paid once or twice a week, as is usual with many small investors. */
const PAY_DAYS: Weighted<PayDays> = [
  [[5], 40],
  [[3], 20],
  [[1], 15],
  [[2, 5], 15],
  [[1, 4], 10],
];

export const LARGE_FUNDER_PEOPLE: readonly Person[] = [
  {
    email: 'big@atlas.example',
    name: 'Bianca Okonkwo',
    memberships: [
      {
        funder: 'meridian',
        role: 'syndication',
        syndicate: 'ASF',
        permissions: ['switch-syndicates', 'view-fcs'],
      },
    ],
    purpose: 'Atlas Syndication Fund at Meridian, 50,000 participations',
  },
  staff('Mara Lindqvist', 'mara@meridian.example', 'Administrator', 'meridian', 'Meridian'),
];

export function largeFunderProfile(random: Random): FunderProfile {
  const others = Array.from({ length: OTHER_SYNDICATES }, (_, index): SyndicateProfile => {
    const name = `${random.pick(SYNDICATE_LEADS)} ${random.pick(SYNDICATE_TAILS)}`;
    const abbreviation = `${name.replace(/[^A-Z]/g, '')}${String(index + 1).padStart(3, '0')}`;
    return {
      name: `${name} ${index + 1}`,
      abbreviation,
      domain: `${abbreviation.toLowerCase()}.example`,
      payDays: random.weighted(PAY_DAYS),
      defaultShare: '5',
      managementFee: random.weighted([
        ['3', 7],
        ['4', 2],
        ['5', 1],
      ]),
      syndicationFee: random.pick(['0', '0', '1', '2']),
      appetite: 1,
      presence: 0.05,
    };
  });
  return {
    tenantId: 'e2a96c38-71f4-4d0b-a6e3-98b5cf10d303',
    slug: 'meridian',
    name: 'Meridian Advance',
    midPrefix: 'MA',
    brandColor: '#1f4e8c',
    platforms: ['Meridian Direct', 'Longitude Funding', 'Noonday Capital', 'Equator Advance'],
    syndicates: [BIG_SYNDICATE, ...others],
  };
}
