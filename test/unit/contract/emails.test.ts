import { describe, expect, it } from 'vitest';
import { parseMailAddress } from '#local/ses/mail-addresses.ts';
import { EMAIL_LETTERS, email, requiredEmail } from '#shared/contract/fields.ts';

const faultOf = (typed: string) => requiredEmail.safeParse(typed).error?.issues.map(({ message }) => message);

describe('an email address', () => {
  it.each([
    '\u200bjan@example.co.za\u200b',
    'jan\u2060@exam\u00adple.co.za',
    '\u200e\u202ajan@example.co.za\u202c',
    '\ufeff\u00a0jan@example.co.za ',
    `jan${'\u200b'.repeat(10_000)}@example.co.za`,
    'mailto:jan@example.co.za',
    'MAILTO:jan%40example.co.za?subject=Hello',
    '<jan@example.co.za>',
    '<mailto:jan@example.co.za>',
    'Jan <jan@example.co.za>',
    '"Jan, Z\u00fcrich" <jan@example.co.za>',
  ])('is read as people copy it: %j', (typed) => {
    expect(requiredEmail.parse(typed)).toBe('jan@example.co.za');
    expect(email.parse(typed)).toBe('jan@example.co.za');
  });

  it.each([
    'r&d@example.co.za',
    'a/b@example.co.za',
    "o'brien+x@example.co.za",
    'a!#$%*=?^_`{|}~b@example.co.za',
    'mailto:r&d@example.co.za',
    'mailto:%E0%A4%A@example.co.za',
    '100%25@example.co.za',
    'jan@xn--mller-kva.co.za',
    'jan@example.xn--p1ai',
  ])('may have every sign that mail allows, and SES takes it: %s', (typed) => {
    const address = typed.replace('mailto:', '');

    expect(requiredEmail.parse(typed)).toBe(address);
    expect(parseMailAddress(address)).toMatchObject({ address });
  });

  it.each([
    ['jan@müller.co.za', 'jan@xn--mller-kva.co.za'],
    ['jan@mu\u0308ller.co.za', 'jan@xn--mller-kva.co.za'],
    ['jan@MÜLLER.co.za', 'jan@xn--mller-kva.co.za'],
    ['jan@straße.example', 'jan@xn--strae-oqa.example'],
    ['jan@пример.рф', 'jan@xn--e1afmkfd.xn--p1ai'],
    ['jan@例え。jp', 'jan@xn--r8jz45g.jp'],
  ])('has its domain in the one spelling that mail takes: %s', (typed, stored) => {
    expect(requiredEmail.parse(typed)).toBe(stored);
    expect(requiredEmail.parse(stored)).toBe(stored);
    expect(parseMailAddress(stored)).toMatchObject({ address: stored });
  });

  it.each([
    ['', ['Email address is required']],
    ['\u200b\u2060', ['Email address is required']],
    ['jörg@example.co.za', [EMAIL_LETTERS]],
    ['ｊａｎ@müller.co.za', [EMAIL_LETTERS]],
    ['jan', ['Invalid email address']],
    ['jan@', ['Invalid email address']],
    ['jan@localhost', ['Invalid email address']],
    ['jan@1.2.3.4', ['Invalid email address']],
    ['jan..b@example.co.za', ['Invalid email address']],
    ['.jan@example.co.za', ['Invalid email address']],
    ['jan.@example.co.za', ['Invalid email address']],
    ['jan@example..za', ['Invalid email address']],
    ['jan@-example.za', ['Invalid email address']],
    ['jan@mül/ler.co.za', ['Invalid email address']],
    ['"jan b"@example.co.za', ['Invalid email address']],
    ['jan@a.za, b@a.za', ['Invalid email address']],
    [`${'a'.repeat(65)}@example.co.za`, ['Invalid email address']],
    [`jan@${'ü'.repeat(100_000)}.za`, ['Must be at most 254 characters']],
    ['é'.repeat(200_000), ['Must be at most 254 characters']],
  ])('is refused with one sentence: %j', (typed, sentences) => {
    expect(faultOf(typed)).toEqual(sentences);
  });
});

it('an address is read quickly however long it is', () => {
  const startedAt = performance.now();
  for (const hostile of [' ', '\u200b', 'O', '\u0301\u0316', '<', '>', 'é@']) {
    email.safeParse(`x${hostile.repeat(200_000)}x`);
  }

  expect(performance.now() - startedAt).toBeLessThan(10_000);
});
