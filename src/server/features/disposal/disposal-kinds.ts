import { formerBrokers } from './brokers.ts';
import { closedSyndicates } from './closed-syndicates.ts';
import { closedUsers } from './closed-users.ts';
import { connectedBanks } from './connected-banks.ts';
import type { DisposalKind } from './disposal-kind.ts';
import { endedMerchants, unfundedMerchants } from './merchants.ts';

/** Everything that is removed some time after its last use, in this order. */
export const DISPOSAL_KINDS: readonly DisposalKind[] = [
  closedUsers,
  closedSyndicates,
  connectedBanks,
  unfundedMerchants,
  endedMerchants,
  formerBrokers,
];
