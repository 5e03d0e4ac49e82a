import { QuoteType, Tokenizer } from 'htmlparser2';
import { keepBlanks } from '#shared/text/kept-blanks.ts';
import { VISIBLE } from '#shared/text/visible.ts';
import { ENDS, LITERAL, VOID, WITHOUT_CONTENT, WORDS } from './html-elements.ts';

/** Longer HTML is not read to its end. Reading this takes about a tenth of a second. */
const READ_MAX = 6_000_000;
/** Nothing more is read once this much is left of the HTML. */
const REDUCED_MAX = 200_000;
/** Deeper elements lose their tags and keep their text, because a browser lays out nested boxes by recursion. */
const NESTING_MAX = 50;
/** A longer style is no style that a mail program writes. */
const STYLE_LENGTH_MAX = 4_000;

type Attributes = Map<string, string>;

const styleOf = (attributes: Attributes) => (attributes.get('style') ?? '').slice(0, STYLE_LENGTH_MAX);

const HIDING =
  /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden|mso-hide\s*:\s*all|opacity\s*:\s*0(?![.\d]))/i;
const KEEPING_BLANKS = /(?:^|;)\s*white-space(?:-collapse)?\s*:\s*(?:pre|break-spaces)/i;

const isHidden = (attributes: Attributes) => attributes.has('hidden') || HIDING.test(styleOf(attributes));

const SMALL = /^\s*[01](?:\.\d+)?(?:px)?\s*$/i;
const SMALL_STYLE = /(?:^|;)\s*(?:width|height)\s*:\s*[01](?:\.\d+)?(?:px)?\s*(?:!important\s*)?(?:;|$)/i;

/** True if nobody can see it: a picture that tells its sender that a mail was read, or a spacer. */
const isPixel = (attributes: Attributes) =>
  ['width', 'height'].some((name) => SMALL.test(attributes.get(name) ?? '')) ||
  SMALL_STYLE.test(styleOf(attributes));

/** The end of a part after which a line begins. */
const BEGINNING_LINE = /<br>$|^<\/?(?:blockquote|br|caption|div|h\d|hr|li|ol|p|pre|t[a-z]+|ul)[ >]/;

const QUOTE_LEFT_OUT = '<p><em>The rest of this quote is left out.</em></p>';

const escapeTag = (text: string) => text.replaceAll('<', '&lt;').replaceAll('>', '&gt;');

interface OpenElement {
  name: string;
  isShown: boolean;
  isHidden: boolean;
  keepsBlanks: boolean;
}

export interface ReducedHtml {
  html: string;
  /** False if a limit ended the reading. */
  isWhole: boolean;
}

/** Which elements and attributes are left. */
export interface Reduction {
  elements: ReadonlySet<string>;
  /** Returns the attributes that matter of an element. */
  pickAttributes(name: string, attributes: Attributes): readonly string[];
  /** Characters that are left of all quotes together. */
  quotesMax?: number;
}

/**
 * Reduces HTML to what can be shown, in time that grows with its length alone: no style, comment, data of pictures, or
 * tag that is not kept; no end without its start, and no nesting deeper than the limit. What is left out and was visible
 * leaves a word. The result is not safe to show.
 */
export const reduceHtml = (
  whole: string,
  { elements, pickAttributes, quotesMax = Number.POSITIVE_INFINITY }: Reduction,
): ReducedHtml => {
  const html = whole.slice(0, READ_MAX);
  const lower = html.toLowerCase();
  const lastEnds = new Map<string, number>();
  const parts: string[] = [];
  let length = 0;
  const open: OpenElement[] = [];
  /** Number of open elements beyond the limit of nesting, by name. */
  const tooDeep = new Map<string, number>();
  let skipping: { name: string; depth: number } | undefined;
  let quotedLength = 0;
  let name = '';
  let attributes: Attributes = new Map();
  let attribute = '';
  let value = '';

  const emit = (part: string) => {
    parts.push(part);
    length += part.length;
    quotedLength += outermostQuote() < 0 ? 0 : part.length;
    if (length > REDUCED_MAX) {
      tokenizer.pause();
    }
  };

  /** True if the element ends somewhere after this place; the content of one that never ends is not lost. */
  const hasEnd = (element: string, at: number): boolean => {
    const last = lastEnds.get(element) ?? lower.lastIndexOf(`</${element}`);
    lastEnds.set(element, last);

    return last >= at;
  };

  const innermost = () => open.at(-1);
  const outermostQuote = () => open.findIndex((element) => element.name === 'blockquote');

  const closeInnermost = () => {
    const element = open.pop();
    if (element?.isShown) {
      emit(`</${element.name}>`);
    }
  };

  const isQuoteFull = (at: number): boolean =>
    quotedLength >= quotesMax && outermostQuote() >= 0 && hasEnd('blockquote', at);

  /** Says that the rest of the quote is missing, and reads on behind it. */
  const endQuote = () => {
    const at = outermostQuote();
    const inside = open.slice(at).filter((element) => element.name === 'blockquote').length;
    skipping = { name: 'blockquote', depth: inside + (tooDeep.get('blockquote') ?? 0) };
    tooDeep.clear();
    while (open.length > at + 1) {
      closeInnermost();
    }
    emit(QUOTE_LEFT_OUT);
    closeInnermost();
  };

  const replace = (isEntirelyHidden: boolean) => {
    const word = WORDS[name];
    const isInvisible =
      isEntirelyHidden || isPixel(attributes) || attributes.get('type')?.toLowerCase() === 'hidden';
    if (word === undefined || isInvisible || (name === 'embed' && innermost()?.name === 'object')) {
      return;
    }
    const isPicture = name === 'img' || name === 'image' || attributes.get('type')?.toLowerCase() === 'image';
    const alternative = isPicture
      ? (attributes.get('alt') ?? '').replaceAll(/[\s\p{Cf}]+/gu, ' ').trim()
      : '';
    emit(VISIBLE.test(alternative) ? escapeTag(alternative) : isPicture ? '[picture]' : word);
  };

  const readText = (source: string): string => {
    // One character more than is kept ends the reading.
    const room = REDUCED_MAX - length + 1;
    if (!open.some((element) => element.name === 'pre' || element.keepsBlanks)) {
      return escapeTag(source.replaceAll(/[ \t\r\n]{2,}/g, ' ').slice(0, room));
    }
    const text = escapeTag(source.slice(0, room));
    if (open.some((element) => element.name === 'pre')) {
      return text;
    }
    const beginsLine = BEGINNING_LINE.test(parts.at(-1) ?? '<p>');

    return keepBlanks(text.replaceAll(/\r\n|\r|\n/g, '<br>'), beginsLine).replaceAll(
      /<br>(?=<br>)/g,
      '<br>&nbsp;',
    );
  };

  const startElement = (at: number) => {
    while (ENDS[name]?.includes(innermost()?.name ?? '')) {
      closeInnermost();
    }
    const isInside = innermost()?.isHidden ?? false;
    const hidden = isInside || isHidden(attributes);
    const isShown = elements.has(name);
    if (isShown && VOID.has(name)) {
      const picked = pickAttributes(name, attributes);
      if (name !== 'img' || picked.length > 0) {
        emit(`<${[name, ...picked].join(' ')}>`);
        return;
      }
    }
    replace(hidden);
    if (VOID.has(name)) {
      return;
    }
    if (WITHOUT_CONTENT.has(name) && hasEnd(name, at)) {
      skipping = { name, depth: 1 };
      return;
    }
    if (open.length >= NESTING_MAX) {
      tooDeep.set(name, (tooDeep.get(name) ?? 0) + 1);
      return;
    }
    const keepsBlanks = (innermost()?.keepsBlanks ?? false) || KEEPING_BLANKS.test(styleOf(attributes));
    const shownName = LITERAL.has(name) ? 'pre' : name;
    open.push({ name: shownName, isShown: isShown || LITERAL.has(name), isHidden: hidden, keepsBlanks });
    if (elements.has(shownName)) {
      emit(`<${[shownName, ...pickAttributes(shownName, attributes)].join(' ')}>`);
    }
  };

  const endElement = (ended: string) => {
    const deep = tooDeep.get(ended) ?? 0;
    if (deep > 0) {
      tooDeep.set(ended, deep - 1);
      return;
    }
    const shownName = LITERAL.has(ended) ? 'pre' : ended;
    if (!open.some((element) => element.name === shownName)) {
      return;
    }
    while (innermost()?.name !== shownName) {
      closeInnermost();
    }
    closeInnermost();
  };

  const startAnyElement = (at: number) => {
    if (!skipping && isQuoteFull(at)) {
      endQuote();
    }
    if (!skipping) {
      startElement(at);
    } else if (skipping.name === name) {
      skipping.depth += 1;
    }
  };

  const tokenizer: Tokenizer = new Tokenizer(
    { decodeEntities: false },
    {
      ontext: (start, end) => {
        if (skipping) {
          return;
        }
        const isQuoted = outermostQuote() >= 0 && hasEnd('blockquote', start);
        const room = isQuoted ? Math.max(quotesMax - quotedLength, 0) : end - start;
        const fitting = html.slice(start, Math.min(end, start + room));
        emit(readText(start + room < end ? fitting.replace(/&[\w#]{0,31}$/, '').toWellFormed() : fitting));
        if (start + room < end) {
          endQuote();
        }
      },
      onopentagname: (start, end) => {
        name = lower.slice(start, end);
        attributes = new Map();
      },
      onattribname: (start, end) => {
        attribute = lower.slice(start, end);
        value = '';
      },
      onattribdata: (start, end) => {
        value += html.slice(start, end);
      },
      onattribend: (quote) => {
        if (!attributes.has(attribute)) {
          attributes.set(attribute, quote === QuoteType.NoValue ? '' : value);
        }
      },
      onopentagend: startAnyElement,
      onselfclosingtag: startAnyElement,
      onclosetag: (start, end) => {
        const ended = lower.slice(start, end);
        if (!skipping) {
          endElement(ended);
        } else if (skipping.name === ended) {
          skipping.depth -= 1;
          skipping = skipping.depth === 0 ? undefined : skipping;
        }
      },
      onattribentity: () => {},
      oncdata: () => {},
      oncomment: () => {},
      ondeclaration: () => {},
      onend: () => {},
      onprocessinginstruction: () => {},
      ontextentity: () => {},
    },
  );
  tokenizer.write(html);
  if (tokenizer.running) {
    tokenizer.end();
  }
  const isWhole = tokenizer.running && html.length === whole.length;
  while (open.length > 0) {
    closeInnermost();
  }

  return { html: parts.join(''), isWhole };
};
