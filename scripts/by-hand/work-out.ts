/**
 * The figures of a syndicate worked out from its rows, as one would with a pencil. It imports nothing of the portal on purpose: what it says
 * is compared with what the portal answers.
 */

/** A share with its deal, as the tables have it. */
export interface ShareRow {
  id: string;
  agreed: string;
  funded: string;
  status: string;
  industry: string;
  cost: bigint;
  rtr: bigint;
  feePercent: string;
  isFeeUpfront: boolean;
}

export interface LineRow {
  shareId: string;
  payDate: string;
  gross: bigint;
  fee: bigint;
  net: bigint;
}

const CLOSED = [
  'Advance Completed',
  'Complete with discount',
  'Early Pay Discount',
  'Settled',
  'Write-off',
  'Cancelled',
];
const RECOVERY: Readonly<Record<string, bigint>> = {
  'Active Advance': 100n,
  'Payment Modified': 90n,
  'Payment Temporarily Suspended': 75n,
  'Partial Payment': 75n,
  Collections: 40n,
  'Referred To Legal': 25n,
  Default: 20n,
};

export const halfUp = (top: bigint, bottom: bigint): bigint => {
  const sign = top < 0n ? -1n : 1n;
  return (sign * (2n * sign * top + bottom)) / (2n * bottom);
};

/** '4.5' of an amount, in cents. */
const percentOf = (amount: bigint, percent: string): bigint => {
  const [whole = '0', part = ''] = percent.split('.');
  return halfUp(amount * BigInt(whole + part), 100n * 10n ** BigInt(part.length));
};

const sum = (amounts: bigint[]): bigint => amounts.reduce((total, amount) => total + amount, 0n);
const dayNumber = (date: string): number => Math.round(Date.parse(`${date}T00:00:00Z`) / 86_400_000);

export interface Measured {
  deals: number;
  cost: bigint;
  paid: bigint;
  onItsWay: bigint;
  netBalance: bigint;
  /** As agreed, adjusted, nothing more. */
  toCome: bigint[];
  /** In percent; null where the value does not cross zero once between -99.99 % and 1,000,000 %. */
  rates: (number | null)[];
}

export function measure(shares: ShareRow[], lines: LineRow[], today: string): Measured {
  const linesOf = byShare(lines);
  const counted = shares.filter(({ id, status }) => status !== 'Cancelled' || linesOf(id).length > 0);
  const payouts = counted.flatMap(({ id }) => linesOf(id));
  const paidLines = payouts.filter(({ payDate }) => payDate <= today);
  const paid = sum(paidLines.map(({ net }) => net));
  const onItsWay = sum(payouts.map(({ net }) => net)) - paid;
  const open = counted.filter(({ status }) => !CLOSED.includes(status));
  const netBalance = sum(open.map((share) => balanceOf(share, linesOf(share.id))));
  const adjusted = sum(
    Object.entries(RECOVERY).map(([status, part]) =>
      halfUp(
        sum(
          open.filter((share) => share.status === status).map((share) => balanceOf(share, linesOf(share.id))),
        ) * part,
        100n,
      ),
    ),
  );
  const toCome = [netBalance, adjusted, 0n].map((amount) => amount + onItsWay);
  const flows: [string, bigint][] = [
    ...counted.map(({ agreed, cost }): [string, bigint] => [agreed, -cost]),
    ...paidLines.map(({ payDate, net }): [string, bigint] => [payDate, net]),
  ];
  return {
    deals: counted.length,
    cost: sum(counted.map(({ cost }) => cost)),
    paid,
    onItsWay,
    netBalance,
    toCome,
    rates: toCome.map((end) => xirr([...flows, [today, end]])),
  };
}

const byShare = (lines: LineRow[]) => {
  const found = new Map<string, LineRow[]>();
  for (const line of lines) {
    const known = found.get(line.shareId);
    if (known) known.push(line);
    else found.set(line.shareId, [line]);
  }
  return (id: string): LineRow[] => found.get(id) ?? [];
};

/** What the share would still pay: its part of the payback less what came in, after the fee on that. */
function balanceOf(share: ShareRow, lines: LineRow[]): bigint {
  const wholeFee = share.isFeeUpfront ? 0n : percentOf(share.rtr, share.feePercent);
  return share.rtr - sum(lines.map(({ gross }) => gross)) - (wholeFee - sum(lines.map(({ fee }) => fee)));
}

/** By halving, in percent. */
export function xirr(flows: [string, bigint][]): number | null {
  const first = Math.min(...flows.map(([date]) => dayNumber(date)));
  const value = (rate: number) =>
    flows.reduce(
      (total, [date, amount]) => total + Number(amount) / (1 + rate) ** ((dayNumber(date) - first) / 365),
      0,
    );
  let [low, high] = [-0.9999, 10_000];
  if (value(low) > 0 === value(high) > 0) return null;
  const startsAbove = value(low) > 0;
  for (let step = 0; step < 200; step += 1) {
    const middle = (low + high) / 2;
    if (value(middle) > 0 === startsAbove) low = middle;
    else high = middle;
  }
  return low * 100;
}

/** The net balance of open deals by industry, the largest first. */
export function byIndustry(shares: ShareRow[], lines: LineRow[]): [string, bigint][] {
  const linesOf = byShare(lines);
  const sums = new Map<string, bigint>();
  for (const share of shares.filter(({ status }) => !CLOSED.includes(status)))
    sums.set(share.industry, (sums.get(share.industry) ?? 0n) + balanceOf(share, linesOf(share.id)));
  return [...sums].sort(([, one], [, other]) => (one < other ? 1 : -1));
}

export interface CohortByHand {
  cost: bigint;
  deals: number;
  /** Paid within 30 days of each deal's funding, within 60, and so on, up to the age of the youngest. */
  points: bigint[];
}

/** By the first day of the quarter of funding. */
export function cohorts(shares: ShareRow[], lines: LineRow[], today: string): Map<string, CohortByHand> {
  const linesOf = byShare(lines);
  const counted = shares.filter(({ id, status }) => status !== 'Cancelled' || linesOf(id).length > 0);
  const quarters = new Map<string, ShareRow[]>();
  for (const share of counted) {
    const month = Number(share.funded.slice(5, 7));
    const quarter = `${share.funded.slice(0, 5)}${String(month - ((month - 1) % 3)).padStart(2, '0')}-01`;
    quarters.set(quarter, [...(quarters.get(quarter) ?? []), share]);
  }
  return new Map(
    [...quarters].map(([quarter, members]) => {
      const youngest = Math.max(...members.map(({ funded }) => dayNumber(funded)));
      const months = Math.max(0, Math.floor((dayNumber(today) - youngest) / 30));
      const within = (days: number) =>
        sum(
          members.flatMap(({ id, funded }) =>
            linesOf(id)
              .filter(({ payDate }) => payDate <= today && dayNumber(payDate) - dayNumber(funded) <= days)
              .map(({ net }) => net),
          ),
        );
      const points = Array.from({ length: months }, (_, place) => within(30 * (place + 1)));
      return [quarter, { cost: sum(members.map(({ cost }) => cost)), deals: members.length, points }];
    }),
  );
}

export const isClosed = (status: string): boolean => CLOSED.includes(status);
