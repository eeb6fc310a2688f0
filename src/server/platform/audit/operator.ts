import type { Scope } from '../../../shared/contract/scopes.ts';

/** Somebody who works on a tenant for the funder without being a user of the portal. */
export type Operator = CommandLine | ServiceToken;

export interface CommandLine {
  via: 'command line';
  /** The machine's user who ran the command. */
  name: string;
  /** The machine's user who ran it with sudo, as the first one. */
  sudoUser?: string | undefined;
  /** Whom of the funder's staff the command was run for, if that was said. */
  person?: ActingPerson | undefined;
}

/** Somebody of the funder's staff who is named and not signed in. */
export interface ActingPerson {
  userId: bigint;
  email: string;
}

export interface ServiceToken {
  via: 'service token';
  id: bigint;
  name: string;
  scopes: readonly Scope[];
  expiresAt: Date;
}

/** The operator's name in the audit trail. */
export function operatorName(operator: Operator): string {
  if (operator.via === 'service token') return `service token ${operator.id}: ${operator.name}`;
  const { name, sudoUser, person } = operator;
  return `command line: ${name}${sudoUser ? ` (sudo by ${sudoUser})` : ''}${person ? ` as ${person.email}` : ''}`;
}

/** The user whose deed it is: the person whom a command was run for. */
export const userOfOperator = (operator: Operator | undefined): bigint | null =>
  operator?.via === 'command line' ? (operator.person?.userId ?? null) : null;
