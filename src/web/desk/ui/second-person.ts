import { type Cents, formatMoney } from '../../../shared/domain/money.ts';
import type { WhyNotAlone } from '../../../shared/domain/money-limits.ts';

interface MovingAlone {
  secondPerson: WhyNotAlone | null;
  limitDollars: number;
  /** What somebody has moved alone today, under the same limit. */
  alone: Cents;
  deciders: readonly string[];
}

/** Says why a second person is needed, and who it can be. */
export function whoApproves({ secondPerson, limitDollars, alone, deciders }: MovingAlone): string {
  const limit = formatMoney(BigInt(limitDollars) * 100n);
  if (secondPerson === null) return `Above ${limit} a day, a second person approves.`;
  if (secondPerson === 'own import')
    return `You imported this offer, so a second person approves. ${whoCan(deciders)}`;
  const why =
    secondPerson === 'over limit'
      ? `Above ${limit}, a second person approves.`
      : `You moved ${formatMoney(alone)} alone today. Above ${limit} a day, a second person approves.`;
  return `${why} ${whoCan(deciders)}`;
}

/** 'Theo Grant or Ada Vance can.' */
export const whoCan = (deciders: readonly string[]): string =>
  deciders.length > 0
    ? `${new Intl.ListFormat('en-US', { type: 'disjunction' }).format(deciders)} can.`
    : 'Nobody else may yet; an administrator can give somebody that permission.';
