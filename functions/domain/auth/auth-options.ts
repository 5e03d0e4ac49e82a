import { makeChallenge } from '#functions/domain/factors/passkey-challenge.ts';
import type { MailSettings } from '#functions/ports/mail-settings.ts';
import type { PasskeyDomain } from '#functions/ports/passkey-checks.ts';
import type { SessionTokens } from '#functions/ports/session-tokens.ts';
import type { ResponseOf } from '#shared/contract/index.ts';

interface OptionPorts {
  mailSettings: MailSettings;
  passkeyDomain: PasskeyDomain;
  sessionTokens: Pick<SessionTokens, 'fingerprint'>;
}

/** Tells what the sign-in page offers. The challenge costs no write: it is stored only when it is used. */
export const readAuthOptions = async (
  { mailSettings, passkeyDomain: { rpId }, sessionTokens }: OptionPorts,
  now: Date,
): Promise<ResponseOf<'auth.options'>> => ({
  passwordReset: mailSettings.isOn,
  passkeys: rpId === undefined ? null : { challenge: await makeChallenge(sessionTokens, now), rpId },
});
