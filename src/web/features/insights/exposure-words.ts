import type { ExposureKind } from '../../../shared/domain/exposure.ts';
import { stateName } from '../../../shared/domain/us-states.ts';

export const KIND_NAMES: Readonly<Record<ExposureKind, string>> = {
  industry: 'Industry',
  state: 'State',
  broker: 'Broker',
  platform: 'Platform',
  position: 'Position',
  merchant: 'Merchant',
};

const NONE: Readonly<Record<ExposureKind, string>> = {
  industry: 'Industry not known',
  state: 'State not known',
  broker: 'No broker',
  platform: 'No platform',
  position: 'Position not known',
  merchant: 'Merchant not known',
};

const POSITIONS = ['First', 'Second', 'Third', 'Fourth', 'Fifth'];

export function groupName(kind: ExposureKind, name: string | null): string {
  if (name === null) return NONE[kind];
  if (kind === 'state') return stateName(name);
  if (kind === 'position') return POSITIONS[Number(name) - 1] ?? `Position ${name}`;
  return name;
}
