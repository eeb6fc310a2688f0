import { useEffect, useState } from 'react';
import { authContract } from '../../shared/contract/auth.ts';
import type { Output } from '../../shared/contract/endpoint.ts';
import { send } from '../lib/send.ts';
import { PRODUCT_NAME, SUPPORT_EMAIL } from './brand.ts';

/** Whose portal this is, where help is and what a visitor may be told. */
export type PortalFace = Pick<
  Output<typeof authContract.signInPage>,
  'name' | 'supportEmail' | 'supportUrl' | 'disclosesAccounts'
>;

/** What the page says when nobody answers: signing in does not wait for a support line. */
const UNKNOWN: PortalFace = {
  name: PRODUCT_NAME,
  supportEmail: SUPPORT_EMAIL,
  supportUrl: null,
  disclosesAccounts: false,
};

let known: PortalFace | null = null;
let request: Promise<PortalFace> | null = null;

async function fetchFace(): Promise<PortalFace> {
  try {
    known = await send(authContract.signInPage, {});
    return known;
  } catch {
    request = null;
    return UNKNOWN;
  }
}

/** Null until the server has answered. */
export function usePortalFace(): PortalFace | null {
  const [face, setFace] = useState(known);
  useEffect(() => {
    if (face) return;
    request ??= fetchFace();
    void request.then(setFace);
  }, [face]);
  return face;
}
