import { useEffect, useState } from 'react';
import { PRODUCT_NAME } from '../../../shared/domain/product-name.ts';
import { factsInPage, type SignInPageFacts, signInPageFacts } from '../../lib/sign-in-page.ts';

/** Whose portal this is, where help is and what a visitor may be told. */
export type PortalFace = Omit<SignInPageFacts, 'supportEmail' | 'supportUrl'> & {
  /** Null where nobody has told. */
  supportEmail: string | null;
  supportUrl: string | null;
};

/** What the page says when nobody answers: signing in does not wait for a support line. */
const UNKNOWN: PortalFace = {
  name: PRODUCT_NAME,
  supportEmail: null,
  supportUrl: null,
  disclosesAccounts: false,
  captcha: { provider: 'altcha' },
};

let known: PortalFace | null = factsInPage();

async function fetchFace(): Promise<PortalFace> {
  try {
    known = await signInPageFacts();
    return known;
  } catch {
    return UNKNOWN;
  }
}

/** Null until the server has answered. */
export function usePortalFace(): PortalFace | null {
  const [face, setFace] = useState(known);
  useEffect(() => {
    if (face) return;
    void fetchFace().then(setFace);
  }, [face]);
  return face;
}
