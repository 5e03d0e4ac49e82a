import { makePasskeys } from '#functions/adapters/webauthn/simplewebauthn-passkeys.ts';
import type { Passkeys } from '#functions/ports/passkey-checks.ts';
import { readSettings, requiredSetting } from '#functions/runtime/settings.ts';

const { PORTAL_ORIGIN } = readSettings({ PORTAL_ORIGIN: requiredSetting });

export const passkeys: Passkeys = makePasskeys(PORTAL_ORIGIN);
