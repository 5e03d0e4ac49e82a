import sanitizeHtml, { type Attributes, type IOptions, type Tag } from 'sanitize-html';
import { attachmentPath, LINK_REL, leadsOutside, TICKET_TAGS } from '#shared/ticket-markup.ts';

/**
 * Longer than any answer that a person reads; the rest is left out. Closing tags without opening ones cost time in the
 * square of this length.
 */
const HTML_LENGTH_MAX = 60_000;
/** Deeper elements lose their tags and keep their text, because a browser lays out nested boxes by recursion. */
const NESTING_MAX = 50;
const HREF_LENGTH_MAX = 2_000;
const ALT_LENGTH_MAX = 200;
const SPAN_MAX = 100;

/** Elements that are left out with their content, because that is not a person's text. */
const WITHOUT_THEIR_TEXT = [
  'math',
  'noembed',
  'noframes',
  'noscript',
  'option',
  'script',
  'select',
  'style',
  'svg',
  'template',
  'textarea',
  'title',
  'xmp',
];

const BLOCKS = [
  'address',
  'article',
  'center',
  'dd',
  'details',
  'dl',
  'dt',
  'fieldset',
  'figcaption',
  'figure',
  'footer',
  'form',
  'header',
  'legend',
  'main',
  'nav',
  'section',
  'summary',
];

/** Elements that read the same as an allowed one, which takes their place. */
const SAME_AS: Record<string, string> = {
  ...Object.fromEntries(BLOCKS.map((name) => [name, 'div'])),
  del: 's',
  strike: 's',
  ins: 'u',
  kbd: 'code',
  samp: 'code',
  tt: 'code',
};

/**
 * Classes of the elements in which mail programs put earlier mails. A nested element with the same class adds nothing.
 */
const QUOTE = /(?:^|\s)(?:gmail|freshdesk|yahoo)_quoted?(?:\s|$)/;

const isQuote = ({ class: names = '' }: Attributes) => QUOTE.test(names);

const plain = (tagName: string, attribs: Attributes = {}): Tag => ({ tagName, attribs });

/** Makes a span in place of an element of which only the text is shown; the spans are removed afterwards. */
const textAlone = (text?: string): Tag => ({ tagName: 'span', attribs: {}, ...(text && { text }) });

const toLink = (href: string, text?: string): Tag => ({
  tagName: 'a',
  attribs: { href, rel: LINK_REL, target: '_blank' },
  ...(text && { text }),
});

const cleanLink = (_tag: string, { href = '' }: Attributes): Tag => {
  const address = href.trim();

  return address.length <= HREF_LENGTH_MAX && leadsOutside(address) ? toLink(address) : textAlone();
};

const cleanPicture = (ticketId: number, { 'data-id': id = '', alt = '' }: Attributes): Tag => {
  const words = alt.replaceAll(/\s+/g, ' ').trim().slice(0, ALT_LENGTH_MAX).toWellFormed();

  return /^\d{1,15}$/.test(id) ? toLink(attachmentPath(ticketId, id), words || 'Picture') : textAlone(words);
};

const boundedNumber = (name: string, value: string | undefined, max: number): Attributes =>
  value !== undefined && /^[1-9]\d{0,3}$/.test(value) ? { [name]: String(Math.min(Number(value), max)) } : {};

const cleanCell = (tagName: string, { colspan, rowspan }: Attributes): Tag =>
  plain(tagName, {
    ...boundedNumber('colspan', colspan, SPAN_MAX),
    ...boundedNumber('rowspan', rowspan, SPAN_MAX),
  });

const optionsFor = (ticketId: number): IOptions => {
  /** For each open div, true if it became a quote. */
  const openDivs: boolean[] = [];
  let openQuotes = 0;

  return {
    allowedTags: [...TICKET_TAGS, 'h6', 'span'],
    allowedAttributes: {
      a: ['href', 'rel', 'target'],
      ol: ['start'],
      td: ['colspan', 'rowspan'],
      th: ['colspan', 'rowspan'],
    },
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    allowProtocolRelative: false,
    disallowedTagsMode: 'discard',
    nonTextTags: WITHOUT_THEIR_TEXT,
    nestingLimit: NESTING_MAX,
    // No style is allowed, so none is parsed, and the bundle leaves the parser out (infra/bundling.ts).
    parseStyleAttributes: false,
    onOpenTag: (name, attribs) => {
      if (name !== 'div') {
        return;
      }

      openDivs.push(isQuote(attribs));
      if (isQuote(attribs)) {
        openQuotes += 1;
      }
    },
    onCloseTag: (name) => {
      if (name === 'div' && openDivs.pop()) {
        openQuotes -= 1;
      }
    },
    transformTags: {
      ...SAME_AS,
      a: cleanLink,
      img: (_tag, attribs) => cleanPicture(ticketId, attribs),
      td: cleanCell,
      th: cleanCell,
      ol: (tag, { start }) => plain(tag, boundedNumber('start', start, 9_999)),
      div: (_tag, attribs) => plain(isQuote(attribs) ? 'blockquote' : 'div'),
      blockquote: (_tag, attribs) => plain(isQuote(attribs) && openQuotes > 0 ? 'div' : 'blockquote'),
      ...Object.fromEntries(['h1', 'h2', 'h3', 'h4', 'h5'].map((name) => [name, () => plain('h6')])),
    },
  };
};

const EMPTY = /<(a|b|blockquote|code|div|em|i|li|p|s|strong|u)(?: [^<>]*)?>\s*<\/\1>/g;
const EMPTY_LEVELS_MAX = 4;

/** Removes empty elements, and then the elements that contained nothing else. */
const dropEmpty = (html: string): string => {
  let rest = html;
  for (let level = 0; level < EMPTY_LEVELS_MAX; level += 1) {
    const shorter = rest.replaceAll(EMPTY, '');
    if (shorter.length === rest.length) {
      break;
    }
    rest = shorter;
  }

  return rest;
};

const BLANK = /<(div|p)>((?:\s|<br \/>)*)<\/\1>/g;

/**
 * Turns several empty lines in a row into one, because paragraphs have space between them anyway. Mail programs write
 * an empty line as a separate block.
 */
const collapseBlankLines = (html: string): string =>
  html
    .replaceAll(BLANK, (_block, _tag, inside) => (/<br|\u00a0/.test(inside) ? '<br />' : ''))
    .replaceAll(/(?:<br \/>\s*){3,}/g, '<br /><br />')
    .replaceAll(/<\/p>\s*(?:<br \/>\s*)+<p>/g, '</p><p>')
    .replaceAll(/(<\/(?:div|p|ul|ol|table|blockquote|pre)>)\s*(?:<br \/>\s*){2}/g, '$1<br />')
    .replace(/^(?:\s|<br \/>)+/, '');

/**
 * Turns a mail's headings into strong lines, because they are not headings of our page. The sanitizer's output is well
 * formed.
 */
const toStrongLines = (html: string): string =>
  html.replaceAll('<h6>', '<div><strong>').replaceAll('</h6>', '</strong></div>');

const CONTROLS = /[^\P{Cc}\t\n\r]/gu;

/**
 * Text that a client typed here, as the helpdesk returns it: escaped text and line breaks, perhaps inside one div. It
 * may end in a tag or an entity that was cut with the text.
 */
const TYPED =
  /^(?:<div>)?((?:[^<&]|<br ?\/?>|&(?:amp|lt|gt|quot|nbsp|#34|#39);)*)(?:<\/div>|<(?:br?|\/|\/d|\/di|\/div)?|&(?:am?p?|lt?|gt?|qu?o?t?|nb?s?p?|#3?[49]?)?)?$/;

const sanitize = (html: string, ticketId: number): string => {
  const clean = sanitizeHtml(html, optionsFor(ticketId)).replaceAll(/<\/?span>/g, '');

  return dropEmpty(toStrongLines(clean));
};

/**
 * Cleans the HTML of agents, clients and mail programs by an allow-list. A picture of the ticket becomes a link to its
 * attachment, any other picture its alternative text (D20). Bidi controls stay, because the code that shows the text
 * isolates it (D56).
 */
export const cleanTicketHtml = (html: string, ticketId: number): string => {
  const bounded = html.slice(0, HTML_LENGTH_MAX);
  // Most texts of a list were typed by clients, and parsing two hundred of them would take longer than reading them.
  const typed = TYPED.exec(bounded)?.[1]?.replaceAll(/<br ?\/?>/g, '<br />');

  return collapseBlankLines((typed ?? sanitize(bounded, ticketId)).replaceAll(CONTROLS, ''));
};
