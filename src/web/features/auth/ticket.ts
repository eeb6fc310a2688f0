import { authContract } from '../../../shared/contract/auth.ts';
import { call } from '../../lib/call.ts';

let held: string | null = null;
let isConfirmed = false;

/** Holds a ticket from a funder's link between the address that it came in and the one call that uses it. */
export function holdTicket(ticket: string): void {
  held = ticket;
  isConfirmed = false;
}

/** Whoever has answered the question about the current session has said that the ticket is to be used. */
export function confirmTicket(): void {
  isConfirmed = true;
}

/** A session is opened only when somebody asks for it: a link alone could sign people in as somebody else. */
export const asksAboutTicket = (): boolean => held !== null && !isConfirmed;

export function takeTicket(): string | null {
  const ticket = held;
  held = null;
  return ticket;
}

export const holdsTicket = (): boolean => held !== null;

export interface TicketConflict {
  signedInAs: string;
  isExpired: boolean;
}

/**
 * What has to be settled before the ticket is used when somebody is signed in already; null if the ticket is theirs, or there is
 * none.
 */
export async function findTicketConflict(): Promise<TicketConflict | null> {
  if (held === null) return null;
  const { signedInAs, ticketOf } = await call(authContract.checkTicket, { body: { ticket: held } });
  if (ticketOf !== 'you') return { signedInAs, isExpired: ticketOf === 'nobody' };
  takeTicket();
  return null;
}
