import { useEffect, useState } from 'react';
import { PRODUCT_NAME } from '../../../shared/domain/product-name.ts';
import { factsInPage, type SignInPageFacts, signInPageFacts } from '../../lib/sign-in-page.ts';

/** Whose portal this is, where to get help and what a visitor may be told. */
export type PortalInfo = Omit<SignInPageFacts, 'supportEmail' | 'supportUrl'> & {
  /** Null where the server did not answer. */
  supportEmail: string | null;
  supportUrl: string | null;
};

/** Used when the server does not answer, because signing in does not wait for the support line. */
const UNKNOWN: PortalInfo = {
  name: PRODUCT_NAME,
  supportEmail: null,
  supportUrl: null,
  disclosesAccounts: false,
  captcha: { provider: 'altcha' },
  singleSignOn: [],
};

let known: PortalInfo | null = null;

async function fetchPortalInfo(): Promise<PortalInfo> {
  try {
    known = await signInPageFacts();
    return known;
  } catch {
    return UNKNOWN;
  }
}

/** Null until the server has answered. */
export function usePortalInfo(): PortalInfo | null {
  const [portal, setPortal] = useState(() => known ?? factsInPage());
  useEffect(() => {
    if (portal) return;
    void fetchPortalInfo().then(setPortal);
  }, [portal]);
  return portal;
}
