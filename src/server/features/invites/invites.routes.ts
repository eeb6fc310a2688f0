import type { invitesContract } from '../../../shared/contract/invites.ts';
import { currentShare } from '../../../shared/domain/pre-funding.ts';
import type { Handlers } from '../../access/endpoints.ts';
import { syndicateLookedAt } from '../../access/look-as-investor.ts';
import { noteFirst } from '../../access/recorded-use.ts';
import type { Deps } from '../../deps.ts';
import { acceptPreFunding } from './accept-pre-funding.ts';
import { readHistory } from './invite-history.ts';
import { findInvite, noteInviteOpened, readExposure, readInvitedDeal } from './invites.queries.ts';
import { requestAdjustment } from './request-adjustment.ts';

export const invitesHandlers = (deps: Deps): Handlers<typeof invitesContract> => ({
  async invite({ caller, params, request, tx }) {
    const { openedAt, ...invite } = await findInvite(tx, caller, params);
    // Staff who look at the portal as an investor sees it open nothing for them.
    if (openedAt === null && syndicateLookedAt(request) === null)
      noteFirst(caller.tenantId, 'invite opened', (other) => noteInviteOpened(other, caller, invite));
    return {
      ...invite,
      sharePercent: currentShare(invite),
      history: await readHistory(tx, caller.tenantId, invite),
    };
  },

  async invitedDeal({ caller, params, tx }) {
    const invite = await findInvite(tx, caller, params);
    const deal = await readInvitedDeal(tx, caller, invite);
    return { ...deal, exposure: await readExposure(tx, caller, deal) };
  },

  async acceptPreFunding({ caller, body, tx }) {
    await acceptPreFunding(tx, deps, caller, body);
    return { isDone: true, message: 'Your request has been submitted successfully. Thank you,' };
  },

  async requestAdjustment({ caller, body, tx }) {
    await requestAdjustment(tx, deps, caller, body);
    return { isDone: true, message: 'Reply sent to accounting team' };
  },
});
