import type { PlantedFault } from '../planted-fault.ts';

const HTTP = 'src/server/platform/http/http.test.ts';

export const addressFaults: readonly PlantedFault[] = [
  {
    ids: ['ROUTE-02'],
    broken: 'a reload of a page is answered with an error instead of the app',
    file: 'src/server/pages/web-app.ts',
    from: '!isCall(request.url)',
    to: 'isCall(request.url)',
    test: { file: HTTP, title: 'ROUTE-02 every address of the app answers with the page' },
  },
  {
    ids: ['ROUTE-03'],
    broken: 'a link of an old mail leads to lender and token in the wrong order',
    file: 'src/server/pages/web-app.ts',
    from: "pathOf('offer', { offerId: lender, token })",
    to: "pathOf('offer', { offerId: token, token: lender })",
    test: { file: HTTP, title: "ROUTE-03 the address in old mails leads to the broker's page" },
  },
  {
    ids: ['ROUTE-09'],
    broken: 'a call has a token in its address',
    file: 'src/shared/contract/invitations.ts',
    from: "path: '/user/invitation/answer',",
    to: "path: '/user/invitation/answer/:token',\n    params: wireObject({ token: ['token', linkToken] }),",
    test: { file: 'src/shared/tokens-in-addresses.test.ts', title: 'ROUTE-09 no call has a token' },
  },
  {
    ids: ['ROUTE-09'],
    broken: 'the links of mails have their token in the path',
    file: 'src/shared/pages.ts',
    from: '`${pathOf(name)}${query}#${encodeURIComponent(token)}`',
    to: '`${pathOf(name)}/${encodeURIComponent(token)}${query}`',
    test: { file: HTTP, title: 'ROUTE-09 a mailed link that has its token in the path' },
  },
  {
    ids: ['CALL-01'],
    broken: 'a program that keeps ids as text is not understood',
    file: 'src/shared/contract/codecs.ts',
    from: 'z.union([z.int().check(z.nonnegative()), z.string().check(z.regex(/^\\d{1,15}$/))]),\n  z.bigint(),',
    to: 'z.int().check(z.nonnegative()),\n  z.bigint(),',
    test: {
      file: 'src/server/older-clients/older-clients.test.ts',
      title: 'CALL-01 is answered as specified wherever the list says kept, and nowhere else',
    },
  },
  {
    ids: ['ROUTE-06'],
    broken: 'after sign-in an address of another site is followed',
    file: 'src/web/addresses/app-path.ts',
    from: "if (url.origin !== origin || url.pathname.startsWith('//')) return undefined;",
    to: '',
    test: { file: 'src/web/addresses/app-path.test.ts', title: 'is not followed' },
  },
  {
    ids: ['ROUTE-07'],
    broken: 'logout forgets the cookie and leaves the session open on the server',
    file: 'src/server/features/auth/auth.routes.ts',
    from: 'if (token) await signOut(deps.db, token, request.site);',
    to: '',
    test: {
      file: 'src/server/features/auth/auth.test.ts',
      title: 'ROUTE-07 sign-out ends the session on the server',
    },
  },
  {
    ids: ['ROUTE-10'],
    broken: 'pages arrive without their figures',
    file: 'src/server/pages/first-answers.ts',
    from: 'if (!isOpeningPage(request) || atOnce >= MOST_AT_ONCE) return null;',
    to: 'if (isOpeningPage(request)) return null;',
    test: {
      file: 'src/server/pages/first-answers.test.ts',
      title: 'ROUTE-10 the dashboard arrives with the same answers as its calls get',
    },
  },
  {
    ids: ['ROUTE-11'],
    broken: 'another tenant’s page can make a browser load somebody’s figures',
    file: 'src/server/pages/first-answers.ts',
    from: "headers['sec-fetch-site'] === 'none' || headers['sec-fetch-site'] === 'same-origin'",
    to: "headers['sec-fetch-site'] !== 'cross-site'",
    test: {
      file: 'src/server/pages/first-answers.test.ts',
      title: 'ROUTE-11 security rule: a page arrives without answers when',
    },
  },
  {
    ids: ['OPS-08'],
    broken: 'at one tenant’s host name a link of another tenant is taken',
    file: 'src/server/hosts/site.ts',
    from: 'ofSite === null || ofSite === tenantId',
    to: 'ofSite === null || tenantId !== null',
    test: {
      file: 'src/server/features/tenants/hosts.test.ts',
      title: 'OPS-08 RESET-05 OPS-02 links and mails carry the tenant’s name',
    },
  },
];
