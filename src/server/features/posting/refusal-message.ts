import { refusals } from '../../../shared/contract/errors.ts';

/** Why a line of a day file was refused. It refers to only one thing that may not exist: its deal. */
export const messageOf = (code: string): string =>
  code === 'not_found'
    ? 'No deal has this MID.'
    : (Object.entries(refusals).find(([known]) => known === code)?.[1].message ?? code);
