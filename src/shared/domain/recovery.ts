import type { DealStatus, ENDED_STATUSES } from './deal-status.ts';
import { type Cents, percentOf } from './money.ts';
import { rate } from './rate.ts';

export type OpenStatus = Exclude<DealStatus, (typeof ENDED_STATUSES)[number]>;

/** Of the net balance of open deals, the whole percent by status that is expected to come in. */
export type Recovery = Readonly<Record<OpenStatus, number>>;

/** What counts where the tenant has not said otherwise. */
export const DEFAULT_RECOVERY: Recovery = {
  'Active Advance': 100,
  'Payment Modified': 90,
  'Payment Temporarily Suspended': 75,
  'Partial Payment': 75,
  Collections: 40,
  'Referred To Legal': 25,
  Default: 20,
};

export const OPEN_STATUSES = Object.keys(DEFAULT_RECOVERY) as OpenStatus[];

export const isOpenStatus = (text: string): text is OpenStatus => Object.hasOwn(DEFAULT_RECOVERY, text);

const ENTRY = /^(?<status>[A-Za-z ]+) (?<percent>\d{1,3})$/;

/** Reads 'Collections 35; Default 10': what differs from what is assumed. An empty text changes nothing. */
export function recoveryFrom(text: string): Recovery {
  const recovery: Record<OpenStatus, number> = { ...DEFAULT_RECOVERY };
  for (const entry of text === '' ? [] : text.split(';')) {
    const { status = '', percent = '' } = ENTRY.exec(entry.trim())?.groups ?? {};
    if (!isOpenStatus(status) || percent === '' || Number(percent) > 100)
      throw new RangeError(`Not a status with a percent from 0 to 100: ${JSON.stringify(entry)}`);
    recovery[status] = Number(percent);
  }
  return recovery;
}

/** The text that recoveryFrom() reads: what differs from what is assumed. */
export const recoveryText = (recovery: Recovery): string =>
  OPEN_STATUSES.filter((status) => recovery[status] !== DEFAULT_RECOVERY[status])
    .map((status) => `${status} ${recovery[status]}`)
    .join('; ');

export interface StatusBalance {
  readonly status: OpenStatus;
  readonly dealCount: number;
  /** What the deals of the status would still pay the syndicate, after fees. */
  readonly netBalance: Cents;
}

export interface RecoveredBalance extends StatusBalance {
  /** Null for several funders that expect different parts. */
  readonly percent: number | null;
  readonly counted: Cents;
}

/** Rounded by status, so that the counted amounts of the list add up to what is counted of all. */
export const recoveredBalances = (
  balances: readonly StatusBalance[],
  recovery: Recovery,
): RecoveredBalance[] =>
  OPEN_STATUSES.flatMap((status) =>
    balances
      .filter((balance) => balance.status === status)
      .map((balance) => ({
        ...balance,
        percent: recovery[status],
        counted: percentOf(balance.netBalance, rate(String(recovery[status]))),
      })),
  );
