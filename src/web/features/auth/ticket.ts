let held: string | null = null;

/** A ticket from a funder's link, between the address it came in and the one call that uses it up. */
export function holdTicket(ticket: string): void {
  held = ticket;
}

export function takeTicket(): string | null {
  const ticket = held;
  held = null;
  return ticket;
}
