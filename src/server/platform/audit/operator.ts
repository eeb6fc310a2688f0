import type { Scope } from '../../../shared/contract/scopes.ts';

/** Whoever works on a tenant for the funder: by command, by a system of the funder, or signed in at the desk. */
export type Operator = CommandLine | ServiceToken | DeskUser;

/** Somebody of the funder's staff who is signed in. */
export interface DeskUser {
  via: 'desk';
  userId: bigint;
  name: string;
}

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
  if (operator.via === 'desk') return `desk: ${operator.name}`;
  const { name, sudoUser, person } = operator;
  return `command line: ${name}${sudoUser ? ` (sudo by ${sudoUser})` : ''}${person ? ` as ${person.email}` : ''}`;
}

/** The user whose deed it is: who is signed in at the desk, or the person whom a command was run for. */
export function userOfOperator(operator: Operator | undefined): bigint | null {
  if (operator?.via === 'desk') return operator.userId;
  return operator?.via === 'command line' ? (operator.person?.userId ?? null) : null;
}
