import bowser from 'bowser';
import type { UserAgents } from '#functions/ports/user-agents.ts';

/** More than any browser sends. The limit keeps a long header from costing time. */
const USER_AGENT_LENGTH_MAX = 512;

const BROWSERS = new Set<string>(Object.values(bowser.BROWSER_MAP));
const SYSTEMS = new Set<string>(Object.values(bowser.OS_MAP));

/** For an unknown browser the library returns words of the header, which the caller chose. */
const onlyKnown = (known: ReadonlySet<string>, name: string | undefined): string | null =>
  name !== undefined && known.has(name) ? name : null;

export const userAgents: UserAgents = {
  read: (userAgent) => {
    const header = userAgent.slice(0, USER_AGENT_LENGTH_MAX).trim();
    if (header === '') {
      return { browser: null, system: null };
    }
    const { browser, os } = bowser.parse(header);

    return { browser: onlyKnown(BROWSERS, browser.name), system: onlyKnown(SYSTEMS, os.name) };
  },
};
