import { withDisplayMinus } from '../../../shared/domain/fixed-point.ts';

const compact = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  notation: 'compact',
  maximumFractionDigits: 1,
});

/** '$12.5K', for a chart's axis. Nothing is added up, so a number is exact enough. */
export const formatAxisMoney = (cents: number): string => withDisplayMinus(compact.format(cents / 100));
