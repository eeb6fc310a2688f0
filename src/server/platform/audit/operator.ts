import type { Scope } from '../../../shared/contract/scopes.ts';

/** Somebody who works on a tenant for the funder without being a user of the portal. */
export type Operator = CommandLine | ServiceToken;

export interface CommandLine {
  via: 'command line';
  /** The machine's user who ran the command. */
  name: string;
}

export interface ServiceToken {
  via: 'service token';
  id: bigint;
  name: string;
  scopes: readonly Scope[];
  expiresAt: Date;
}

/** The operator's name in the audit trail. */
export const operatorName = (operator: Operator): string =>
  operator.via === 'command line'
    ? `command line: ${operator.name}`
    : `service token ${operator.id}: ${operator.name}`;
