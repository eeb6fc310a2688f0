/** The audience of a page: any visitor before sign-in, the holder of a link to it, or a signed-in user. */
type Audience = 'visitor' | 'link holder' | 'signed in';

interface Page {
  /** The path in the router's notation: `$name` is a parameter, and `{-$name}` is an optional one. */
  readonly path: `/${string}`;
  readonly audience: Audience;
  /** True for a page that is opened by a link with a token. The token is in the fragment, which browsers send to no server. */
  readonly takesToken?: true;
}

/**
 * Every page of the portal. The router, the server's routes and content policies, the prerendered pages and the links in mails
 * all take their addresses from here. A browser route that is missing here does not compile (see web/app/router.tsx).
 */
export const PAGES = {
  start: { path: '/', audience: 'visitor' },
  signIn: { path: '/login', audience: 'visitor' },
  ticket: { path: '/ticket', audience: 'visitor', takesToken: true },
  resetPassword: { path: '/reset_password_view', audience: 'visitor', takesToken: true },
  // The specification sets this address, with the token in its path.
  offer: { path: '/offer/$offerId/$token', audience: 'link holder' },
  bankChange: { path: '/bank_change', audience: 'link holder', takesToken: true },
  invitation: { path: '/invitation', audience: 'link holder', takesToken: true },
  factorReset: { path: '/second_factor_reset', audience: 'link holder', takesToken: true },
  unsubscribe: { path: '/unsubscribe', audience: 'link holder', takesToken: true },
  bankLink: { path: '/plaid', audience: 'link holder', takesToken: true },
  dashboard: { path: '/dashboard', audience: 'signed in' },
  cash: { path: '/cash', audience: 'signed in' },
  documents: { path: '/documents', audience: 'signed in' },
  asOf: { path: '/as_of', audience: 'signed in' },
  profile: { path: '/profile', audience: 'signed in' },
  fileControlSheet: { path: '/fcs/$dealPublicId', audience: 'signed in' },
  deal: { path: '/deal/$dealPublicId', audience: 'signed in' },
  preFunding: { path: '/prefunding/{-$invitePublicId}/{-$syndicate}/{-$history}', audience: 'signed in' },
  adjustment: { path: '/accounting_reply/{-$invitePublicId}', audience: 'signed in' },
} as const satisfies Record<string, Page>;

export type Pages = typeof PAGES;
export type PageName = keyof Pages;
type TokenPage = { [Name in PageName]: Pages[Name] extends { takesToken: true } ? Name : never }[PageName];

/** The pages whose links had the token in the path, in mails that were sent before it moved to the fragment. */
export const PAGES_WITH_FORMER_LINKS = [
  'bankChange',
  'invitation',
  'factorReset',
] as const satisfies TokenPage[];

type Segments<Path extends string> = Path extends `${infer First}/${infer Rest}`
  ? First | Segments<Rest>
  : Path;
type RequiredParameter<Segment> = Segment extends `$${infer Name}` ? Name : never;
type OptionalParameter<Segment> = Segment extends `{-$${infer Name}}` ? Name : never;

/** The parameters in a page's path. */
export type PageParams<Name extends PageName> = Readonly<
  Record<RequiredParameter<Segments<Pages[Name]['path']>>, string | bigint> &
    Partial<Record<OptionalParameter<Segments<Pages[Name]['path']>>, string | bigint>>
>;

/**
 * Matches a path segment that is a parameter. The first group is the name of a required one, the second that of an optional
 * one.
 */
export const PARAMETER = /^\$(\w+)$|^\{-\$(\w+)\}$/;

/** The path of a page with these parameters filled in. */
export function pathOf<Name extends PageName>(
  name: Name,
  ...[params]: object extends PageParams<Name> ? [PageParams<Name>?] : [PageParams<Name>]
): string {
  const given: Readonly<Record<string, string | bigint | undefined>> = params ?? {};
  return PAGES[name].path
    .split('/')
    .map((segment) => {
      const [, required, optional] = PARAMETER.exec(segment) ?? [];
      const parameter = required ?? optional;
      return parameter === undefined ? segment : given[parameter];
    })
    .filter((segment) => segment !== undefined)
    .map((segment) => encodeURIComponent(String(segment)))
    .join('/');
}

/** The address in a link, from the path on. `query` is the part of it that the server may know. */
export const pathWithToken = (name: TokenPage, token: string, query: `?${string}` | '' = ''): string =>
  `${pathOf(name)}${query}#${encodeURIComponent(token)}`;
