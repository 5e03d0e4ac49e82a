import passwords from '@zxcvbn-ts/language-common/src/passwords.json' with { type: 'json' };
import { pickCommon } from '#shared/easy-passwords.ts';

/** The build has already picked them (web/vite.config.ts). */
export const COMMON_PASSWORDS: ReadonlySet<string> = new Set(pickCommon(passwords));
