import { expect, it } from 'vitest';
import { isSameText } from '#functions/domain/tickets/same-text.ts';

it.each([
  [
    '<div>It stopped<br>this morning &amp; &lt;b&gt;stays&lt;/b&gt;&nbsp;so.</div>',
    'It stopped\r\nthis morning & <b>stays</b> so.',
  ],
  ['<p>See <a href="https://example.com">https://example.com</a>.</p>', 'See https://example.com.'],
  ['&#34;Quoted&#x22; and it&#39;s &#128077;', '"Quoted" and it\'s 👍'],
])('%s says what the client wrote', (html, text) => {
  expect(isSameText(html, text)).toBe(true);
});

it('reads no further than what a client may write, however much stands there', () => {
  expect(isSameText(`a${'<'.repeat(200_000)}`, `a${'<'.repeat(99_999)}`)).toBe(true);
});

it('another text is another one', () => {
  expect(isSameText('<div>Hello?</div>', 'Hello!')).toBe(false);
});
