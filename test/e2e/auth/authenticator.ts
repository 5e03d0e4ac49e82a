import type { Page } from '@playwright/test';

interface AuthenticatorOptions {
  /** False for a device that asks for no fingerprint, face or PIN. */
  isUserVerified?: boolean;
}

/** Gives a page's browser Chromium's virtual authenticator, which answers each question at once. */
export const addAuthenticator = async (page: Page, { isUserVerified = true }: AuthenticatorOptions = {}) => {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable', { enableUI: false });
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      ctap2Version: 'ctap2_1',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified,
      automaticPresenceSimulation: true,
    },
  });

  return {
    readCredentials: async () =>
      (await cdp.send('WebAuthn.getCredentials', { authenticatorId })).credentials.map(
        ({ credentialId, rpId }) => ({ credentialId, rpId }),
      ),
    /** Whether the device answers by itself; a page that waits with autofill would be answered at once. */
    answerByItself: (enabled: boolean) =>
      cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled }),
    setUserVerified: (is: boolean) =>
      cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: is }),
  };
};
