import type { Scope } from '../../../shared/contract/scopes.ts';

/** Who works with a tenant for the funder, without being a user of the portal. */
export type Operator = CommandLine | ServiceToken;

export interface CommandLine {
  via: 'command line';
  /** Of the machine's user who typed it. */
  name: string;
}

export interface ServiceToken {
  via: 'service token';
  id: bigint;
  name: string;
  scopes: readonly Scope[];
  expiresAt: Date;
}

/** As the audit trail names them. */
export const nameOperator = (operator: Operator): string =>
  operator.via === 'command line'
    ? `command line: ${operator.name}`
    : `service token ${operator.id}: ${operator.name}`;
