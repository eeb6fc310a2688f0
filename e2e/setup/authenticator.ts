import type { Page } from '@playwright/test';

interface Authenticator {
  forgetPasskeys(): Promise<void>;
}

/** Adds a virtual authenticator to the browser. It answers at once, or declines if it has no passkey. */
export async function addAuthenticator(page: Page): Promise<Authenticator> {
  const client = await page.context().newCDPSession(page);
  await client.send('WebAuthn.enable');
  const { authenticatorId } = await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    async forgetPasskeys() {
      await client.send('WebAuthn.clearCredentials', { authenticatorId });
    },
  };
}
