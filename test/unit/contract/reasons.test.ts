import { describe, expect, it } from 'vitest';
import { invoices } from '#shared/contract/invoices.ts';
import { REASON_REQUIRED } from '#shared/contract/money-limits.ts';
import { payments } from '#shared/contract/payments.ts';

const REFUND = { amount: 5, method: 'eft' };

/** Letters of no width, a soft hyphen, the Hangul filler, and symbols that fonts show as a blank. */
const HIDDEN = ['\u200b', '\u2060\ufeff', '\u00ad', '\u3164', ' \u200b ', '\u2800', '\u{1d159}\ufffc'];

describe('the reason of a change of money', () => {
  it.each([
    ['reversal', (reason: string) => payments.reverse.body.safeParse({ reason })],
    ['refund', (reason: string) => payments.refund.body.safeParse({ ...REFUND, reason })],
    ['correction', (reason: string) => payments.correct.body.safeParse({ balance: 5, reason })],
  ])('the reason of a %s has a character that can be seen', (_, parse) => {
    for (const reason of HIDDEN) {
      const issues = parse(reason).error?.issues ?? [];
      expect(issues.map(({ path, message }) => [path[0], message])).toContainEqual([
        'reason',
        REASON_REQUIRED,
      ]);
    }
    for (const reason of ['Double entry', 'x', '?', '\u00e9t\u00e9 \u{1f600}']) {
      const issues = parse(reason).error?.issues ?? [];
      expect(issues.filter(({ path }) => path[0] === 'reason')).toEqual([]);
    }
  });

  it('the reason of a void invoice counts as none if nothing of it can be seen', () => {
    for (const reason of HIDDEN) {
      expect(invoices.status.body.parse({ status: 'void', reason })).toEqual({
        status: 'void',
        reason: null,
      });
    }
  });
});
