import sanitizeHtml, { type Attributes, type IOptions, type Tag } from 'sanitize-html';
import { endHtml } from '#shared/text/cut-html.ts';
import { keepBlanks } from '#shared/text/kept-blanks.ts';
import { VISIBLE } from '#shared/text/visible.ts';
import {
  attachmentPath,
  LINK_REL,
  leadsOutside,
  leadsToAttachment,
  TICKET_TAGS,
} from '#shared/tickets/ticket-markup.ts';

import { type Reduction, reduceHtml } from './reduce-html.ts';

/** Longer than any answer that a person reads; the rest is left out with a word. It counts what is left after cleaning. */
export const HTML_LENGTH_MAX = 60_000;
/** Room for the end of what is cut, so that cleaning it once more changes nothing. */
const END_LENGTH = 1_000;
/** What is left of the quotes of a longer message, so that its own words are shown. */
const QUOTES_MAX = 20_000;
const SPAN_MAX = 100;

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

  return leadsOutside(address) || leadsToAttachment(address) ? toLink(address) : textAlone();
};

const ID = /^\d{1,15}$/;

/** Makes a link of a picture of the ticket; any other has become its words before. */
const cleanPicture = (ticketId: number, { 'data-id': id = '', alt = '' }: Attributes): Tag => {
  const words = alt.replaceAll(/\s+/g, ' ').trim().toWellFormed();

  return ID.test(id) ? toLink(attachmentPath(ticketId, id), words || 'Picture') : textAlone(words);
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

/** What the first reading leaves for the sanitizer, which then decides what is safe. */
const REDUCTION: Reduction = {
  elements: new Set([...TICKET_TAGS, ...Object.keys(SAME_AS), 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'img']),
  pickAttributes: (name, attributes) => {
    const pick = (...names: string[]) =>
      names.flatMap((picked) => {
        const value = attributes.get(picked);

        return value === undefined ? [] : [`${picked}="${value.replaceAll('"', '&quot;')}"`];
      });
    if (name === 'img') {
      return ID.test(attributes.get('data-id') ?? '') ? pick('data-id', 'alt') : [];
    }
    if (name === 'div' || name === 'blockquote') {
      return isQuote({ class: attributes.get('class') ?? '' }) ? pick('class') : [];
    }

    return name === 'a' ? pick('href') : pick('colspan', 'rowspan', 'start');
  },
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
    .replaceAll(/(?:<br \/>[ \t\r\n]*){3,}/g, '<br /><br />')
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

const readHtml = (html: string, ticketId: number, reduction: Reduction) => {
  const reduced = reduceHtml(html, reduction);
  const clean = sanitizeHtml(reduced.html, optionsFor(ticketId)).replaceAll(/<\/?span>/g, '');

  return { shown: collapseBlankLines(dropEmpty(toStrongLines(clean))), isWhole: reduced.isWhole };
};

const sanitize = (html: string, ticketId: number): string => {
  const whole = readHtml(html, ticketId, REDUCTION);
  const fits = whole.isWhole && whole.shown.length <= HTML_LENGTH_MAX;
  const { shown, isWhole } = fits ? whole : readHtml(html, ticketId, { ...REDUCTION, quotesMax: QUOTES_MAX });

  return isWhole ? shown : endHtml(shown, shown.length);
};

/**
 * Keeps the blanks and empty lines of a text that was typed. One with line breaks in its source was written by a
 * program, and its blanks say nothing.
 */
const readTyped = (html: string): string | undefined => {
  const typed = html.length <= HTML_LENGTH_MAX && !/[\n\r]/.test(html) ? TYPED.exec(html)?.[1] : undefined;

  return typed && keepBlanks(typed.replaceAll(/<br ?\/?>/g, '<br />')).replace(/^(?:<br \/>)+/, '');
};

const NO_TEXT = '<p><em>This message has no text.</em></p>';

const hasText = (html: string) => VISIBLE.test(html.replaceAll(/<[^<>]*>|&nbsp;/g, ''));

/**
 * Cleans the HTML of agents, clients and mail programs by an allow-list, and says what it leaves out. A picture of the
 * ticket becomes a link to its attachment, any other picture its alternative text or a word (D20). Bidi controls stay,
 * because the code that shows the text isolates it (D56).
 */
export const cleanTicketHtml = (html: string, ticketId: number): string => {
  // Most texts of a list were typed by clients, and parsing two hundred of them would take longer than reading them.
  const clean = (readTyped(html) ?? sanitize(html, ticketId)).replaceAll(CONTROLS, '');
  const shown = clean.length <= HTML_LENGTH_MAX ? clean : endHtml(clean, HTML_LENGTH_MAX - END_LENGTH);

  return hasText(shown) ? shown : NO_TEXT;
};
