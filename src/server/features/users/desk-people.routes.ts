import type { deskPeopleContract } from '../../../shared/contract/desk-people.ts';
import { PERMISSION_NAMES, permissionsWith } from '../../../shared/domain/permissions.ts';
import { permissionsOfRole } from '../../../shared/domain/roles.ts';
import { deskOperator } from '../../access/desk-operator.ts';
import type { Handlers } from '../../access/endpoints.ts';
import { askApproval } from '../../approvals/ask-approval.ts';
import type { Deps } from '../../deps.ts';
import { changePermissions, closeUser, reopenUser, unlockUser } from '../../identity/change-user.ts';
import { endSessionsOfUser } from '../../identity/end-sessions-of-user.ts';
import { requireMember } from '../../identity/members.queries.ts';
import { membersWithFactor } from '../../identity/people.queries.ts';
import { Refusal } from '../../platform/errors.ts';
import { readOnePerson, readPeople } from './desk-people.queries.ts';
import { requireAnother, requireHeld } from './desk-rules.ts';
import { inviteAgain, inviteUser } from './invite-user.ts';

export const deskPeopleHandlers = ({
  throttle,
}: Pick<Deps, 'throttle'>): Handlers<typeof deskPeopleContract> => ({
  people: ({ body, caller, tx }) => readPeople(tx, throttle, caller, body),

  async person({ params: { userId }, caller, tx }) {
    const person = await readOnePerson(tx, throttle, caller, userId);
    return { ...person, isSelf: userId === caller.userId };
  },

  async invitePerson({ body, caller, tx }) {
    requireHeld(caller, permissionsWith(permissionsOfRole(body.role), body.permissions));
    return inviteUser(tx, caller.tenantId, body, await deskOperator(tx, caller));
  },

  async inviteAgain({ params: { userId: id }, caller, tx }) {
    return { userId: await inviteAgain(tx, caller.tenantId, { id }, await deskOperator(tx, caller)) };
  },

  async changePerson({ params: { userId: id }, body, caller, tx }) {
    const { tenantId } = caller;
    const before = await requireMember(tx, tenantId, { id });
    requireAnother(caller, id);
    const begins = body.role === undefined ? [...before.permissions] : permissionsOfRole(body.role);
    const after = new Set(permissionsWith(begins, body.permissions));
    // What somebody cannot give they do not take either: nobody at the desk might be left who could give it back.
    requireHeld(
      caller,
      PERMISSION_NAMES.filter(
        (name) => after.has(name) !== before.permissions.has(name) || body.permissions[name] !== undefined,
      ),
    );
    const operator = await deskOperator(tx, caller);
    return { userId: await changePermissions(tx, tenantId, { id }, body, operator) };
  },

  async closePerson({ params: { userId: id }, caller, tx }) {
    const { tenantId } = caller;
    const { permissions } = await requireMember(tx, tenantId, { id });
    requireAnother(caller, id);
    requireHeld(caller, permissions);
    return closeUser(tx, tenantId, { id }, await deskOperator(tx, caller));
  },

  async reopenPerson({ params: { userId: id }, caller, tx }) {
    const { tenantId } = caller;
    requireHeld(caller, (await requireMember(tx, tenantId, { id })).permissions);
    return { userId: await reopenUser(tx, tenantId, { id }, await deskOperator(tx, caller)) };
  },

  async unlockPerson({ params: { userId: id }, caller, tx }) {
    const operator = await deskOperator(tx, caller);
    return { userId: await unlockUser(tx, throttle, caller.tenantId, { id }, operator) };
  },

  async endSessions({ params: { userId: id }, caller, tx }) {
    requireHeld(caller, (await requireMember(tx, caller.tenantId, { id })).permissions);
    const operator = await deskOperator(tx, caller);
    return { userId: id, endedSessions: await endSessionsOfUser(tx, caller.tenantId, { id }, operator) };
  },

  async askForFactorReset({ params: { userId: id }, body: { reason }, caller, tx }) {
    const { tenantId } = caller;
    const { state } = await requireMember(tx, tenantId, { id });
    if (state === 'closed') throw new Refusal('user_is_closed');
    if (!(await membersWithFactor(tx, tenantId, [id])).has(id)) throw new Refusal('user_has_no_factor');
    const asked = { tenantId, kind: 'reset second factor', subjectId: id, reason } as const;
    return { approvalId: await askApproval(tx, asked, await deskOperator(tx, caller)) };
  },
});
