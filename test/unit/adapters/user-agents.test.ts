import { describe, expect, it } from 'vitest';
import { userAgents } from '#functions/adapters/bowser/bowser-user-agents.ts';

const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)';

describe('the device of a session', () => {
  it.each([
    [`${WINDOWS} Chrome/143.0.0.0 Safari/537.36`, 'Chrome', 'Windows'],
    [`${WINDOWS} Chrome/143.0.0.0 Safari/537.36 Edg/143.0`, 'Microsoft Edge', 'Windows'],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 14.6; rv:145.0) Gecko/20100101 Firefox/145.0',
      'Firefox',
      'macOS',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
      'Safari',
      'iOS',
    ],
  ])('the device of a session is read from %s', (header, browser, system) => {
    expect(userAgents.read(header)).toEqual({ browser, system });
  });

  it.each(['', ' ', 'curl/8.1', '<script>alert(1)</script>/1 ', `${'x'.repeat(20_000)}/1 y`, '\u202e/1 '])(
    'the device of a session is unknown for the header %j, of which no word is kept',
    (header) => {
      expect(userAgents.read(header)).toEqual({ browser: null, system: null });
    },
  );
});
