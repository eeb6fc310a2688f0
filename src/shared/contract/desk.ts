import * as z from 'zod/mini';
import { STAFF_PERMISSION_NAMES } from '../domain/staff-permissions.ts';
import { id, wireObject } from './codecs.ts';
import { endpoint } from './endpoint.ts';

/** What every page of the desk shows of whoever is signed in there. */
export const deskContract = {
  deskUser: endpoint({
    method: 'GET',
    path: '/api/desk/v1/me',
    access: 'staff',
    needs: ['view-desk'],
    summary: 'Who is signed in at the desk, and what they may do there.',
    response: wireObject({
      userId: ['user_id', id],
      name: ['name', z.string()],
      email: ['email', z.string()],
      role: ['role', z.string()],
      permissions: ['permissions', z.array(z.enum(STAFF_PERMISSION_NAMES))],
      funderName: ['funder_name', z.string()],
    }),
  }),
};
