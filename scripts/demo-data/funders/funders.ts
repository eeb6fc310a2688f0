import type { PayDays } from '../../../src/shared/domain/pay-date.ts';

/** A syndicate in its funder's data. Amounts are in dollars. */
export interface SyndicateProfile {
  readonly name: string;
  readonly abbreviation: string;
  readonly domain: string;
  readonly payDays: PayDays;
  readonly defaultShare: string;
  readonly managementFee: string;
  readonly syndicationFee: string;
  /** How much of a deal it takes compared with the others. 0 means that it has not bought anything yet. */
  readonly appetite: number;
  /** The share of the funder's deals that it participates in. */
  readonly presence: number;
  readonly hiddenTabs?: readonly ('simple' | 'detailed' | 'deals')[];
  readonly cash?: { balance: string; isShown: boolean; contributed?: string; isMoving?: true };
}

export interface FunderProfile {
  readonly tenantId: string;
  readonly slug: string;
  readonly name: string;
  readonly midPrefix: string;
  readonly brandColor: string;
  /** The host name of its own portal. */
  readonly host?: string;
  readonly platforms: readonly string[];
  readonly syndicates: readonly SyndicateProfile[];
}

export interface DemoFunder extends FunderProfile {
  readonly deals: number;
  readonly openSubmissions: number;
  readonly brokers: number;
}

const DAILY: PayDays = [1, 2, 3, 4, 5];
const TWICE_A_WEEK: PayDays = [2, 5];
const FRIDAYS: PayDays = [5];

const usual = { managementFee: '3', syndicationFee: '0', payDays: DAILY } as const;

/** Browsers resolve every name below localhost to the local machine. */
export const KEYSTONE_HOST = 'keystone.localhost';

export const DEMO_FUNDERS: readonly DemoFunder[] = [
  {
    tenantId: '6f0d4a52-3c1e-4b8a-9d27-51e0c2a7b101',
    slug: 'harbor',
    name: 'Harbor Capital',
    midPrefix: 'HC',
    brandColor: '#0b6b5d',
    platforms: ['Harbor Direct', 'Breakwater Advance', 'Lighthouse Funding', 'Pier 9 Capital'],
    deals: 270,
    openSubmissions: 10,
    brokers: 12,
    syndicates: [
      {
        ...usual,
        name: 'Northgate Partners',
        abbreviation: 'NGP',
        domain: 'northgate.example',
        defaultShare: '20',
        syndicationFee: '1',
        appetite: 6,
        presence: 0.93,
        cash: { balance: '184250.37', isShown: true, contributed: '780000', isMoving: true },
      },
      {
        ...usual,
        name: 'Bluewater Capital Group',
        abbreviation: 'BWC',
        domain: 'bluewater.example',
        payDays: FRIDAYS,
        defaultShare: '10',
        appetite: 2.5,
        presence: 0.7,
        hiddenTabs: ['deals'],
      },
      {
        ...usual,
        name: 'Ironbridge Holdings',
        abbreviation: 'IBH',
        domain: 'ironbridge.example',
        managementFee: '4',
        syndicationFee: '2',
        defaultShare: '12.5',
        appetite: 3,
        presence: 0.65,
        cash: { balance: '62118.90', isShown: false },
      },
      {
        ...usual,
        name: 'Cedar Lane Investments',
        abbreviation: 'CLI',
        domain: 'cedarlane.example',
        payDays: TWICE_A_WEEK,
        managementFee: '5',
        defaultShare: '7.5',
        appetite: 1.5,
        presence: 0.6,
        hiddenTabs: ['simple'],
      },
      {
        ...usual,
        name: 'Twin Lakes Syndicate',
        abbreviation: 'TLS',
        domain: 'twinlakes.example',
        defaultShare: '8',
        appetite: 2,
        presence: 0.55,
      },
      {
        ...usual,
        name: 'Marlowe Family Office',
        abbreviation: 'MFO',
        domain: 'marlowe.example',
        syndicationFee: '1.5',
        defaultShare: '15',
        appetite: 3,
        presence: 0.4,
        cash: { balance: '415000', isShown: true },
      },
      {
        ...usual,
        name: 'Eastbank Ventures',
        abbreviation: 'EBV',
        domain: 'eastbank.example',
        managementFee: '4',
        defaultShare: '5',
        appetite: 1,
        presence: 0.5,
        hiddenTabs: ['detailed', 'deals'],
      },
      {
        ...usual,
        name: 'First Light Funding Partners',
        abbreviation: 'FLF',
        domain: 'firstlight.example',
        defaultShare: '5',
        appetite: 0,
        presence: 0,
        cash: { balance: '250000', isShown: true },
      },
    ],
  },
  {
    tenantId: 'c4b7e915-0d62-4f3a-8b5c-7a19d3f04202',
    slug: 'keystone',
    name: 'Keystone Funding',
    midPrefix: 'KF',
    brandColor: '#7a3e12',
    host: KEYSTONE_HOST,
    platforms: ['Keystone Merchant', 'Old Forge Capital', 'Susquehanna Advance'],
    deals: 130,
    openSubmissions: 5,
    brokers: 6,
    syndicates: [
      {
        ...usual,
        name: 'Allegheny Yield Fund',
        abbreviation: 'AYF',
        domain: 'allegheny.example',
        defaultShare: '20',
        appetite: 3,
        presence: 0.95,
        cash: { balance: '98400.12', isShown: true },
      },
      {
        ...usual,
        name: 'Liberty Row Capital',
        abbreviation: 'LRC',
        domain: 'libertyrow.example',
        payDays: FRIDAYS,
        managementFee: '3.5',
        defaultShare: '15',
        appetite: 2,
        presence: 0.85,
      },
      {
        ...usual,
        name: 'Twin Lakes Syndicate',
        abbreviation: 'TLS',
        domain: 'twinlakes.example',
        syndicationFee: '1',
        defaultShare: '15',
        appetite: 2,
        presence: 0.8,
      },
      {
        ...usual,
        name: 'Penn Square Partners',
        abbreviation: 'PSP',
        domain: 'pennsquare.example',
        payDays: TWICE_A_WEEK,
        defaultShare: '12.5',
        appetite: 1.5,
        presence: 0.75,
      },
    ],
  },
];
