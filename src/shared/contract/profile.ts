import * as z from 'zod/mini';
import { flag, id, pathId, wireObject } from './codecs.ts';
import { endpoint } from './endpoint.ts';

const onOff = z.codec(z.enum(['On', 'Off']), z.boolean(), {
  decode: (word) => word === 'On',
  encode: (value) => (value ? 'On' : 'Off'),
});

const syndicate = wireObject({
  id: ['id', id],
  name: ['syndicate_name', z.string()],
  abbreviation: ['syndicate_abbreviation', z.string()],
  showsSimpleView: ['show_quick_view_tab', flag],
  showsDetailedView: ['show_detailed_view_tab', flag],
  showsDealsTab: ['deals_tab', flag],
  usesCashBalance: ['is_cash_balance', flag],
  showsCashBalance: ['show_cash_balance', flag],
});

const portalUser = wireObject({
  id: ['id', id],
  name: ['name', z.string()],
  email: ['email', z.string()],
  syndicate: ['syndication', syndicate],
});

export const profileContract = {
  portalUserProfile: endpoint({
    method: 'GET',
    path: '/api/getPortalUserProfile/:user_id',
    access: 'member',
    openBefore: ['password change', 'second factor'],
    summary: 'The signed-in user with the syndicate whose portfolio is shown.',
    params: wireObject({ userId: ['user_id', pathId] }),
    // A list of one, as the older system answered.
    response: z.tuple([portalUser]),
  }),

  userPermissions: endpoint({
    method: 'GET',
    path: '/api/user_permission/user_permissions/:user_id',
    access: 'member',
    summary:
      'What the signed-in user may do beyond looking at the own book. For showing and hiding; the server checks again.',
    params: wireObject({ userId: ['user_id', pathId] }),
    response: z.tuple([
      wireObject({
        userId: ['user_id', id],
        canSwitchSyndicates: ['syndcation_manager', flag],
        canViewFcs: ['fcs', onOff],
      }),
    ]),
  }),
};
