import { findRpId } from '#functions/adapters/webauthn/rp-id.ts';
import type { PasskeyDomain } from '#functions/ports/passkey-checks.ts';
import { readSettings, requiredSetting } from '#functions/runtime/settings.ts';

const { PORTAL_ORIGIN } = readSettings({ PORTAL_ORIGIN: requiredSetting });

export const passkeyDomain: PasskeyDomain = { rpId: findRpId(PORTAL_ORIGIN) };
