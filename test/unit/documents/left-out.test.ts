import { describe, expect, it } from 'vitest';
import { cleanTicketHtml } from '#functions/documents/ticket-html.ts';
import { LEFT_OUT } from '#shared/text/cut-html.ts';
import { escapeLines } from '#shared/text/escape-html.ts';

const clean = (html: string) => cleanTicketHtml(html, 9);

const PICTURE = '<img src="https://a.example/x.png">';
const NO_TEXT = '<p><em>This message has no text.</em></p>';
const REST_OF_QUOTE = '<p><em>The rest of this quote is left out.</em></p>';
const REST = `<p><em>${LEFT_OUT}</em></p>`;
const ANSWER = '<p>The answer is 42.</p>';

describe('what a message cannot show leaves a word', () => {
  it.each([
    ['a picture of another site', PICTURE, '[picture]'],
    ['a picture between words', `See: ${PICTURE} Regards`, 'See: [picture] Regards'],
    ['a picture of a mail', '<p>Before <img src="cid:1"> after</p>', '<p>Before [picture] after</p>'],
    ['a picture in the text', '<img src="data:image/png;base64,AAAA">', '[picture]'],
    ['a picture with an empty alternative text', '<img alt=" " src="x">', '[picture]'],
    [
      'a picture with an invisible alternative text',
      `<img alt="${'\u200b'.repeat(10_000)}" src="x">`,
      '[picture]',
    ],
    ['a picture whose alternative text is a filler', '<img alt="\u3164" src="x">', '[picture]'],
    ['a picture with an alternative text', '<img alt="Our logo" src="x">', 'Our logo'],
    ['a picture inside another element', '<picture><source srcset="x"><img src="x"></picture>', '[picture]'],
    ['a video', '<video src="x"><source src="y"></video>', '[video]'],
    [
      'a video with words for old browsers',
      '<video src="x">Watch it at home</video>',
      '[video]Watch it at home',
    ],
    ['a sound', '<audio src="x"></audio>', '[sound]'],
    ['a frame', '<iframe src="https://a.example">x</iframe>', '[embedded page]'],
    ['an object', '<object data="x"><embed src="x"></object>', '[embedded file]'],
    ['an embedded file', '<embed src="x">', '[embedded file]'],
    ['a drawing', '<svg><title>x</title><text>y</text></svg>', '[drawing]'],
    ['a canvas', '<canvas></canvas>', '[drawing]'],
    ['a formula', '<math><mi>x</mi></math>', '[formula]'],
    ['a field', 'Name: <input type="text" value="x">', 'Name: [form field]'],
    ['a choice', '<select><option>a</option><option>b</option></select>', '[form field]'],
    ['a field of lines', '<textarea>x</textarea>', '[form field]'],
    ['a picture that is a button', '<input type="image" src="x">', '[picture]'],
    ['a hidden field', 'a<input type="hidden" value="x">b', 'ab'],
    ['a button', '<button>Pay now</button>', 'Pay now'],
    ['text without scripts', '<noscript>Read on</noscript>', 'Read on'],
    ['an old listing', '<xmp><b>x</b></xmp>', '<pre>&lt;b&gt;x&lt;/b&gt;</pre>'],
    ['a drawing that never ends', `<svg>${ANSWER}`, `[drawing]${ANSWER}`],
  ])('%s', (_what, html, shown) => {
    expect(clean(html)).toBe(shown);
  });

  it('a link around a picture says that it is one', () => {
    expect(clean(`<a href="https://a.example">${PICTURE}</a>`)).toContain('>[picture]</a>');
  });
});

describe('what nobody was meant to see leaves no word', () => {
  it.each([
    ['a pixel', '<img src="x" width="1" height="1">'],
    ['a pixel by its style', '<img src="x" style="width:1px !important;height:1px">'],
    ['a picture of no height', '<img src="x" height=0>'],
    ['a picture that is not displayed', '<img src="x" style="color:red; DISPLAY : none">'],
    ['a hidden picture', '<img src="x" hidden>'],
    ['a picture in a hidden element', '<div style="display:none"><span><img src="x"></span></div>'],
    ['a picture that Outlook hides', '<img src="x" style="mso-hide:all">'],
  ])('%s', (_what, html) => {
    expect(clean(`<p>a${html}b</p>`)).toMatch(/^<p>a(?:<div><\/div>)?b<\/p>$|^<p>a<\/p>b$/);
    expect(clean(html)).toBe(NO_TEXT);
  });

  it('a picture that is one pixel wider than a pixel is a picture', () => {
    expect(clean('<img src="x" width="2" height="2">')).toBe('[picture]');
    expect(clean('<img src="x" width="10" height="100">')).toBe('[picture]');
    expect(clean('<img src="x" style="max-width:100%;opacity:0.9">')).toBe('[picture]');
  });
});

it.each([
  '',
  ' \n\t ',
  '<p>&nbsp;</p>',
  '<div><br></div>',
  '<hr>',
  '\u200b\u2060\ufeff',
  '\u3164\ufe0f\u2800',
  '\u200b'.repeat(10_000),
  '<!-- x -->',
])('a message without text says so: %j', (html) => {
  expect(clean(html)).toBe(NO_TEXT);
  expect(clean(NO_TEXT)).toBe(NO_TEXT);
});

describe('the limit counts what is left after cleaning', () => {
  it.each([
    ['a style of 61,500 characters', `<style>${'p{margin:0}'.repeat(5_591)}</style>${ANSWER}`],
    [
      'a picture of 66,000 characters',
      `<p>See</p><img src="data:image/png;base64,${'A'.repeat(66_000)}">${ANSWER}`,
    ],
    ['comments of Outlook', `<!--[if gte mso 9]>${'<xml></xml>'.repeat(10_000)}<![endif]-->${ANSWER}`],
    ['a long style on each element', `${`<p style="${'x'.repeat(1_000)}">a</p>`.repeat(100)}${ANSWER}`],
    [
      '300 short lines of Outlook',
      `${`<p class="MsoNormal" style="margin:0cm;${'mso-fareast-language:EN-US;'.repeat(6)}"><span lang="EN-ZA">A line<o:p></o:p></span></p>`.repeat(300)}${ANSWER}`,
    ],
    [
      'a table of 700 rows',
      `<table>${'<tr style="height:15.0pt;mso-row:x"><td width="151" valign="top">Row</td></tr>'.repeat(700)}</table>${ANSWER}`,
    ],
    ['empty elements', `${'<p><span> </span></p>'.repeat(3_000)}${ANSWER}`],
    ['5 MB of blanks', ' '.repeat(5_000_000) + ANSWER],
    ['5 MB of style', `<style>${'x'.repeat(5_000_000)}</style>${ANSWER}`],
    ['a picture of 5 MB', `<img src="data:,${'A'.repeat(5_000_000)}">${ANSWER}`],
  ])('an answer after %s is shown', (_what, html) => {
    expect(clean(html)).toContain(ANSWER);
    expect(clean(html)).not.toContain(LEFT_OUT);
  });

  it('a message over the limit ends between two words, closes what is open, and says that its rest is missing', () => {
    const shown = clean(`<div><ul><li>${'word '.repeat(20_000)}</li></ul></div>${ANSWER}`);

    expect(shown).toMatch(/^<div><ul><li>word [word ]* word<\/li><\/ul><\/div><p><em>/);
    expect(shown.endsWith(REST)).toBe(true);
    expect(shown.length).toBeLessThan(60_000);
    expect(clean(shown)).toBe(shown);
  });

  it.each([
    ['one long word', 'x'.repeat(61_000)],
    ['words', '<p>A word</p>'.repeat(6_000)],
    ['quotes', '<blockquote><ul><li>A word</li></ul></blockquote>'.repeat(2_000)],
    [
      'deep elements',
      `${'<div>'.repeat(60)}${'<blockquote>x'.repeat(30)}${'A word '.repeat(10_000)}${'</blockquote>'.repeat(30)}${'</div>'.repeat(60)}`,
    ],
    ['5 MB', 'A word '.repeat(700_000)],
  ])('a quote of %s is cut before the answer below it', (_what, quoted) => {
    const shown = clean(
      `<p>On Monday:</p><blockquote>${quoted}</blockquote>${ANSWER}<blockquote>And</blockquote>`,
    );

    expect(shown).toMatch(/^<p>On Monday:<\/p><blockquote>/);
    expect(shown).toContain(`${REST_OF_QUOTE}</blockquote>${ANSWER}`);
    expect(shown).not.toContain(LEFT_OUT);
    expect(shown.length).toBeLessThan(60_000);
    expect(clean(shown)).toBe(shown);
  });

  it('a quote that fits with its answer is whole', () => {
    const html = `<blockquote>${'x'.repeat(50_000)}</blockquote>${ANSWER}`;

    expect(clean(html)).toBe(html);
  });

  it.each([59_990, 59_999, 60_000])('a text of %i letters is shown whole', (length) => {
    expect(clean('x'.repeat(length))).toBe('x'.repeat(length));
  });

  it.each([
    ['a letter more than the limit', 'x'.repeat(60_001), 'x'.repeat(59_000) + REST],
    ['entities', '&lt;'.repeat(15_001), `${'&lt;'.repeat(14_750)}${REST}`],
  ])('what fits of %s is shown', (_what, html, shown) => {
    expect(clean(html)).toBe(shown);
  });

  it('no address and no alternative text is too long', () => {
    const href = `https://a.example/?${'a'.repeat(20_000)}`;

    expect(clean(`<a href="${href}">here</a>`)).toContain(`href="${href}"`);
    expect(clean(`<img src="x" alt="${'long words '.repeat(500)}">`)).toHaveLength(5_499);
  });

  it.each([
    [
      '10,000 nested elements',
      `${'<div>'.repeat(10_000)}deep${'</div>'.repeat(10_000)}after`,
      ['deep', 'after'],
    ],
    ['100,000 elements', '<b>x</b>'.repeat(100_000), ['x', LEFT_OUT]],
    ['elements that never end', `${'<b>'.repeat(1_600_000)}end`, ['end']],
    ['ends without a start', `${'</b>'.repeat(1_200_000)}end`, ['end']],
    ['ends in deep elements', `${'<span>'.repeat(400_000)}${'</b>'.repeat(600_000)}end`, ['end']],
    ['paragraphs that never end', `${'<p>line'.repeat(5_000)}`, ['<p>line</p><p>line</p>']],
    ['drawings that never end', `${'<svg>'.repeat(10_000)}end`, [LEFT_OUT]],
    ['titles that never end', '<title>'.repeat(850_000), [LEFT_OUT]],
    ['signs that become entities', '&'.repeat(5_000_000), [LEFT_OUT]],
    ['7 MB', `${'<!-- -->'.repeat(900_000)}end`, [LEFT_OUT]],
  ])('%s are read in little time', (_what, html, parts) => {
    const began = process.cpuUsage();
    const shown = clean(html);
    const { user } = process.cpuUsage(began);

    for (const part of parts) {
      expect(shown).toContain(part);
    }
    // In µs: the quadratic time of such texts would be minutes.
    expect(user).toBeLessThan(3_000_000);
  });
});

const NBSP = '\u00a0';

describe('the blanks of a text', () => {
  it.each([
    ['columns', '1  10.0.0.1   2 ms', `1${NBSP} 10.0.0.1${NBSP}${NBSP} 2 ms`],
    ['indentation', 'if x:\n    y\n z', `if x:<br />${NBSP.repeat(4)}y<br />${NBSP}z`],
    ['a tab', 'a\tb', `a${NBSP.repeat(3)} b`],
    ['empty lines', 'a\n\n\n\nb', 'a<br /><br /><br /><br />b'],
    ['single blanks', 'a b c', 'a b c'],
  ])('%s of a typed text stay', (_what, typed, shown) => {
    expect(clean(escapeLines(typed))).toBe(shown);
    expect(clean(`<div>${escapeLines(typed)}</div>`)).toBe(shown);
    expect(clean(shown)).toBe(shown);
  });

  it.each([
    [
      'of an element that keeps them',
      '<div style="white-space:pre-wrap">a  b\n\n\n  c</div>',
      `<div>a${NBSP} b<br />${NBSP}<br />${NBSP}<br />${NBSP}${NBSP}c</div>`,
    ],
    [
      'inside such an element',
      '<p style="white-space: pre"><b>a</b>  <i>b</i></p>',
      `<p><b>a</b>${NBSP} <i>b</i></p>`,
    ],
    ['of a listing', '<pre>a\n\n\n  b</pre>', '<pre>a\n\n\n  b</pre>'],
  ])('the blanks %s stay', (_what, html, shown) => {
    expect(clean(html)).toBe(shown);
  });

  it('the line breaks and indentation of a program are no blanks of its text', () => {
    expect(clean('<div>\n    Hello\n    there\n</div>')).toBe('<div> Hello there\n</div>');
    expect(clean('<p class="MsoNormal">One\r\nline</p>\r\n\r\n\r\n<p>Two</p>')).toBe(
      '<p>One line</p> <p>Two</p>',
    );
  });
});
