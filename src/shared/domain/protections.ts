import type { ApprovalKind } from './approvals.ts';

/** The settings that protect people and records. Each is made weaker by two people only, and stronger by one. */
export interface Protections {
  requiresSecondFactor: boolean;
  bankChangeHoldHours: number;
  disclosesAccounts: boolean;
  retentionMonths: number;
  dealRecordsMonths: number;
  correctionLimitDollars: number;
  writeOffLimitDollars: number;
  fundingLimitDollars: number;
  checksCash: boolean;
  staffIdleMinutes: number;
}

export type Protection = keyof Protections;

interface Weakening {
  /** What a second person is asked for. */
  kind: ApprovalKind;
  isWeaker: (now: number, then: number) => boolean;
}

const isLess = (now: number, then: number) => then < now;
const isMore = (now: number, then: number) => then > now;

const WEAKENINGS = {
  requiresSecondFactor: { kind: 'stop requiring second factor', isWeaker: isLess },
  bankChangeHoldHours: { kind: 'shorten bank change hold', isWeaker: isLess },
  disclosesAccounts: { kind: 'disclose accounts', isWeaker: isMore },
  // What is removed earlier cannot be brought back.
  retentionMonths: { kind: 'shorten retention', isWeaker: isLess },
  dealRecordsMonths: { kind: 'shorten deal records', isWeaker: isLess },
  correctionLimitDollars: { kind: 'raise correction limit', isWeaker: isMore },
  writeOffLimitDollars: { kind: 'raise write-off limit', isWeaker: isMore },
  fundingLimitDollars: { kind: 'raise funding limit', isWeaker: isMore },
  checksCash: { kind: 'stop checking cash', isWeaker: isLess },
  staffIdleMinutes: { kind: 'raise staff idle limit', isWeaker: isMore },
} as const satisfies Readonly<Record<Protection, Weakening>>;

export type WeakeningKind = (typeof WEAKENINGS)[Protection]['kind'];

export const PROTECTION_NAMES = Object.keys(WEAKENINGS) as readonly Protection[];

export const WEAKENING_KINDS = PROTECTION_NAMES.map(weakeningOf);

/** The kind of approval that making it weaker takes. */
export function weakeningOf(protection: Protection): WeakeningKind {
  return WEAKENINGS[protection].kind;
}

/** The change that a kind of approval stands for. The number counts where the setting is one. */
export function weakenedTo(kind: WeakeningKind, value: number): { [P in Protection]?: Protections[P] } {
  const protection = PROTECTION_NAMES.find((name) => WEAKENINGS[name].kind === kind);
  if (protection === 'requiresSecondFactor') return { requiresSecondFactor: false };
  if (protection === 'disclosesAccounts') return { disclosesAccounts: true };
  if (protection === 'checksCash') return { checksCash: false };
  return protection === undefined ? {} : { [protection]: value };
}

/** Which of the protections a change would make weaker. What is absent from the change stays as it is. */
export const weakenedBy = (
  now: Protections,
  change: { readonly [P in Protection]?: Protections[P] | undefined },
): Protection[] =>
  PROTECTION_NAMES.filter((name) => {
    const then = change[name];
    return then !== undefined && WEAKENINGS[name].isWeaker(Number(now[name]), Number(then));
  });
