import { Parser } from 'htmlparser2';
import { describe, expect, it } from 'vitest';
import { cleanTicketHtml } from '#functions/documents/ticket-html.ts';
import { escapeLines } from '#shared/text/escape-html.ts';
import {
  LINK_REL,
  leadsOutside,
  leadsToAttachment,
  TICKET_ATTRIBUTES,
  TICKET_TAGS,
} from '#shared/tickets/ticket-markup.ts';
import { AGENT_MAILS } from '#test/support/helpdesk/agent-mails.ts';
import { CANARY, HOSTILE_HTML } from '#test/support/helpdesk/hostile-html.ts';

const TICKET_ID = 9;
const DEPTH_MAX = 60;

const clean = (html: string) => cleanTicketHtml(html, TICKET_ID);

const isAllowed = (tag: string, name: string, value: string): boolean => {
  if (tag !== 'a') {
    return TICKET_ATTRIBUTES.includes(name) && name !== 'href';
  }
  if (name === 'href') {
    return leadsOutside(value) || leadsToAttachment(value);
  }

  return (name === 'rel' && value === LINK_REL) || (name === 'target' && value === '_blank');
};

/** Returns everything in a cleaned text that is not allowed. */
const findFaults = (html: string): string[] => {
  const faults: string[] = [];
  let depth = 0;
  const parser = new Parser({
    onopentag: (tag, attributes) => {
      depth += 1;
      if (depth > DEPTH_MAX) {
        faults.push('too deep');
      }
      if (!TICKET_TAGS.includes(tag)) {
        faults.push(tag);
      }
      for (const [name, value] of Object.entries(attributes)) {
        if (!isAllowed(tag, name, value)) {
          faults.push(`${tag} ${name}="${value}"`);
        }
      }
    },
    onclosetag: () => {
      depth -= 1;
    },
    oncomment: () => faults.push('comment'),
    onprocessinginstruction: (name) => faults.push(name),
  });
  parser.end(html);

  return faults;
};

describe.each(Object.entries(HOSTILE_HTML))('hostile HTML: %s', (_class, texts) => {
  it.each(texts.map((text) => [text.slice(0, 60), text]))(
    'cleaning hostile HTML leaves only harmless markup: %s',
    (_start, text) => {
      const shown = clean(text);

      expect(findFaults(shown)).toEqual([]);
      expect(findFaults(clean(shown))).toEqual([]);
      expect(shown.length).toBeLessThan(300_000);
    },
  );

  it('cleaning hostile HTML leaves only harmless markup if the text is cut or continues', () => {
    for (const text of texts) {
      expect(findFaults(clean(text.slice(0, -1)))).toEqual([]);
      expect(findFaults(clean(text.slice(1)))).toEqual([]);
      expect(findFaults(clean(`<p title="${text}`))).toEqual([]);
      expect(findFaults(clean(`<textarea>${text}</script></style></textarea></title></svg>`))).toEqual([]);
    }
  });
});

it('findFaults finds the faults of an uncleaned text', () => {
  expect(findFaults(`<p style="x"><a href="javascript:${CANARY}=1">x</a><!-- x --><svg></svg></p>`)).toEqual([
    'p style="x"',
    `a href="javascript:${CANARY}=1"`,
    'comment',
    'svg',
  ]);
});

describe('pictures in the text of a ticket', () => {
  it('an inline picture of a ticket becomes a link to its attachment, named by its alternative text', () => {
    expect(clean('<div>See <img src="https://s3.example/1" data-id="77" alt="the plan"> here</div>')).toBe(
      `<div>See <a href="/api/support/tickets/9/attachments/77" rel="${LINK_REL}" target="_blank">the plan</a> here</div>`,
    );
    expect(clean('<img data-id="77">')).toContain('>Picture</a>');
    expect(clean(`<img data-id="77" alt="${'x'.repeat(5000)}">`)).toContain(`>${'x'.repeat(5000)}</a>`);
  });

  it('an external picture becomes its alternative text, and the text after it stays', () => {
    expect(clean('<img src="https://s3.example/logo.png" alt="Our <b>logo</b>"> and more')).toBe(
      'Our &lt;b&gt;logo&lt;/b&gt; and more',
    );
  });
});

describe("parts of a ticket's text that are kept", () => {
  it.each([
    ['lists', '<ol start="3"><li>a</li><li>b</li></ol>'],
    ['tables', '<table><tbody><tr><th colspan="2">a</th><td rowspan="2">b</td></tr></tbody></table>'],
    ['code', '<pre>a\n\n  b</pre><p>Type <code>ping</code></p>'],
    [
      'emphasis',
      '<p><b>a</b> <i>b</i> <u>c</u> <s>d</s> <strong>e</strong> <em>f</em> x<sub>2</sub><sup>3</sup></p>',
    ],
    ['bidi controls', '<p>\u202Eabc\u202C \u2067x\u2069</p>'],
  ])('cleaning keeps %s unchanged', (_what, html) => {
    expect(clean(html)).toBe(html);
  });

  it.each([
    'https://help.example/a?b=1&c=2',
    'http://a.example',
    'mailto:help@a.example',
    'tel:+27215550100',
  ])('cleaning keeps a link to %s', (address) => {
    const href = address.replaceAll('&', '&amp;');

    expect(clean(`<a class="x" href="${href}">here</a>`)).toBe(
      `<a href="${href}" rel="${LINK_REL}" target="_blank">here</a>`,
    );
  });

  it('cleaning keeps only the text of a link with a forbidden address', () => {
    expect(clean('<p><a href="javascript:x">here</a> and <a href="/admin">there</a></p>')).toBe(
      '<p>here and there</p>',
    );
  });

  it('cleaning turns a heading into a strong line, so that it is no heading of the page', () => {
    expect(clean('<h1 id="x">Next steps</h1>Restart')).toBe('<div><strong>Next steps</strong></div>Restart');
  });

  it('cleaning turns each earlier mail into one quote, for every known mark-up of mail programs', () => {
    const gmail =
      '<div class="gmail_quote"><div class="gmail_attr">On Friday:</div><blockquote class="gmail_quote">old</blockquote></div>';

    expect(clean(gmail)).toBe('<blockquote><div>On Friday:</div><div>old</div></blockquote>');
    expect(
      clean('<div class="freshdesk_quote"><blockquote class="freshdesk_quote">old</blockquote></div>'),
    ).toBe('<blockquote><div>old</div></blockquote>');
    expect(clean('<blockquote class="gmail_quote">old</blockquote>')).toBe('<blockquote>old</blockquote>');
    expect(clean(gmail.replace('old', gmail)).split('<blockquote>')).toHaveLength(3);
  });

  it('cleaning reduces several empty lines to one', () => {
    expect(clean('<div>a</div><div><br></div><div>&nbsp;</div><div><br></div><div>b</div>')).toBe(
      '<div>a</div><br /><div>b</div>',
    );
    expect(clean('<p>a</p><p>&nbsp;</p><p><span></span></p><p>b</p>')).toBe('<p>a</p><p>b</p>');
    expect(clean('<b>a</b><br><br><br><br>b')).toBe('<b>a</b><br /><br />b');
  });

  it("cleaning shows a client's own text exactly as typed", () => {
    const typed = 'Good day,\n\n1 < 2 & "3" > \'2\'; AT&T <b>no markup</b>';

    expect(clean(escapeLines(typed))).toBe(
      'Good day,<br /><br />1 &lt; 2 &amp; &#34;3&#34; &gt; &#39;2&#39;; AT&amp;T &lt;b&gt;no markup&lt;/b&gt;',
    );
    expect(clean(`<div>${escapeLines('a\nb')}</div>`)).toBe('a<br />b');
    expect(clean('AT&T, R&D')).toBe('AT&amp;T, R&amp;D');
  });
});

describe('the text of a ticket that was cut', () => {
  const whole =
    '<div>Hi &amp; welcome<br><a href="https://a.example" title="x > y">here</a><img data-id="7" alt="a &quot;b&quot;"></div>';

  it.each(Array.from({ length: whole.length }, (_, length) => length))(
    'a text that is cut after %i characters is cleaned to complete markup',
    (length) => {
      expect(findFaults(clean(whole.slice(0, length)))).toEqual([]);
      expect(clean(whole.slice(0, length))).not.toMatch(/<[^>]*$/);
    },
  );

  it('cleaning drops half a tag or half an entity at the end of a text', () => {
    for (const cut of ['a<', 'a<b', 'a<br', 'a</di', 'a&', 'a&am', 'a&#3', 'a<a href="https://x']) {
      expect(clean(cut)).toBe('a');
    }
  });
});

it.each(Object.entries(AGENT_MAILS))(
  'cleaning a mail written in %s keeps everything that a person reads',
  (_program, { html, keeps }) => {
    const shown = clean(html);

    expect(findFaults(shown)).toEqual([]);
    for (const part of keeps) {
      expect(shown).toContain(part);
    }
    expect(shown).not.toMatch(/Mso|@font-face|line speed/);
  },
);

it('cleaning removes control characters that no text holds, also as entities', () => {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: The test looks for these characters.
  expect(clean('a\u0000\u0007b<b>&#x1b;&#7;c</b>\td')).not.toMatch(/[\x00-\x08\x0b-\x1f\x7f]/);
});
