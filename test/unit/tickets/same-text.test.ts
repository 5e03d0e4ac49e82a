import { expect, it } from 'vitest';
import { isSameText } from '#functions/domain/tickets/same-text.ts';

it.each([
  [
    '<div>It stopped<br>this morning &amp; &lt;b&gt;stays&lt;/b&gt;&nbsp;so.</div>',
    'It stopped\r\nthis morning & <b>stays</b> so.',
  ],
  ['<p>See <a href="https://example.com">https://example.com</a>.</p>', 'See https://example.com.'],
  ['&#34;Quoted&#x22; and it&#39;s &#128077;', '"Quoted" and it\'s 👍'],
])("isSameText recognises the client's text in the HTML %s", (html, text) => {
  expect(isSameText(html, text)).toBe(true);
});

it('isSameText compares no more characters than a client may write', () => {
  expect(isSameText(`a${'<'.repeat(200_000)}`, `a${'<'.repeat(99_999)}`)).toBe(true);
});

it('isSameText tells different texts apart', () => {
  expect(isSameText('<div>Hello?</div>', 'Hello!')).toBe(false);
});
