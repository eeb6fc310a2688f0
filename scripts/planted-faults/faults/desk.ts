import type { PlantedFault } from '../planted-fault.ts';

const DESK = 'src/server/features/desk/desk.test.ts';
const AUDIT = 'src/server/features/audit-trail/desk-audit.test.ts';
const IN_BROWSER = 'e2e/desk.spec.ts';

export const deskFaults: readonly PlantedFault[] = [
  {
    ids: ['DESK-01'],
    broken: 'staff from whom every permission was taken sign in',
    file: 'src/server/identity/open-tenants.ts',
    from: ' && !isWithoutDesk(membership);',
    to: ';',
    test: { file: DESK, title: 'DESK-01 staff without any permission are told so after the right password' },
  },
  {
    ids: ['DESK-01'],
    broken: 'an administrator begins with nothing',
    file: 'src/shared/domain/roles.ts',
    from: '  administrator: STAFF_PERMISSION_NAMES,',
    to: '  administrator: [],',
    test: { file: DESK, title: 'DESK-01 who is invited to the desk begins with what the role may do' },
  },
  {
    ids: ['DESK-02'],
    broken: 'staff need a second factor only where investors do',
    file: 'migrations/20261208020101_staff_idle.sql',
    from: "caller_kind(m.role) in ('staff', 'guest'), false))",
    to: "caller_kind(m.role) = 'guest', false))",
    test: { file: DESK, title: 'DESK-02 nothing of the desk answers before a second factor is set up' },
  },
  {
    ids: ['DESK-03'],
    broken: 'a ticket leads to the desk',
    file: 'src/server/identity/open-tenants.ts',
    from: "way === 'single sign-on' || (way === 'password' && !requiresSingleSignOn)",
    to: "way !== 'password' || !requiresSingleSignOn",
    test: { file: DESK, title: 'DESK-03 a ticket leads to no desk' },
  },
  {
    ids: ['DESK-03'],
    broken: 'an administrator who was closed opens their access again with the token of a system',
    file: 'src/server/identity/change-user.ts',
    from: "throw new Refusal('guest_by_investor');\n  refuseStaffByToken(operator, role);",
    to: "throw new Refusal('guest_by_investor');",
    test: {
      file: 'src/server/features/users/users.test.ts',
      title: 'DESK-03 security rule: somebody of the staff who was closed is not opened again by a system',
    },
  },
  {
    ids: ['DESK-03'],
    broken: 'a system makes administrators by importing them',
    file: 'src/server/import/kinds/users.ts',
    from: '    if (!wasThere) refuseStaffByToken(work.operator, row.role);\n',
    to: '',
    test: {
      file: 'src/server/features/imports/imports.test.ts',
      title:
        'DESK-03 security rule: a system that imports users makes nobody staff, nor gives those who are anything',
    },
  },
  {
    ids: ['DESK-04'],
    broken: 'the desk of a funder is entered as its portal',
    file: 'src/server/identity/open-tenants.ts',
    from: '  isDesk: isStaff(role),',
    to: '  isDesk: false,',
    test: { file: DESK, title: 'DESK-04 who works for one funder and invests with another finds both' },
  },
  {
    ids: ['DESK-05'],
    broken: 'the letters after g lead nowhere',
    file: 'src/web/desk/shell/use-go-keys.ts',
    from: "if (event.key === 'g') {",
    to: "if (event.key === 'G') {",
    test: { file: IN_BROWSER, title: 'DESK-05 g and a letter lead to a page' },
    says: '/desk/account',
  },
  {
    ids: ['DESK-40'],
    broken: 'staff who look at the portal may change it',
    file: 'src/server/access/look-as-investor.ts',
    from: 'if (!isReading(endpoint) || endpoint.opensTransactions || endpoint.needsFreshFactor)',
    to: 'if (endpoint.opensTransactions || endpoint.needsFreshFactor)',
    test: {
      file: 'src/server/attacks/looking.test.ts',
      title: 'DESK-40 staff who look at the portal read what is of that syndicate, and change nothing',
    },
  },
  {
    ids: ['DESK-60'],
    broken: 'whoever works at the desk reads the audit trail',
    file: 'src/shared/contract/desk-audit.ts',
    from: "path: '/api/desk/v1/audit',\n    access: 'staff',\n    needs: ['view-desk', 'view-audit'],",
    to: "path: '/api/desk/v1/audit',\n    access: 'staff',\n    needs: ['view-desk'],",
    test: { file: AUDIT, title: 'DESK-60 the trail is for those who may read it' },
  },
  {
    ids: ['DESK-100'],
    broken: 'the rows of the desk’s tables cannot be reached without a pointer',
    file: 'src/web/desk/ui/desk-table.tsx',
    from: "<DeskLink page={page} {...target} className={classes['name']}>",
    to: "<DeskLink page={page} {...target} className={classes['name']} tabIndex={-1}>",
    test: {
      file: 'e2e/desk-jobs.spec.ts',
      title: 'DESK-100 Tab reaches the rows of a table',
    },
    says: 'The keyboard does not reach',
  },
];
