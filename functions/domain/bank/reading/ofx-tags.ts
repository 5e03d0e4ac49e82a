import { withoutControls } from '#shared/text/text.ts';
import { refuseFile } from './read-bank-row.ts';

/** A tag of an OFX file in capitals, with the text up to the next one. */
export interface OfxTag {
  name: string;
  isClose: boolean;
  value: string;
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const ENTITY = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos));/gi;
const CODE_POINT_MAX = 0x10ffff;

const toCharacter = (code: number): string =>
  code > CODE_POINT_MAX ? '\uFFFD' : withoutControls(String.fromCodePoint(code).toWellFormed());

/** Reads each entity once, and no other than those of XML and numbers, so that no file expands. */
const decode = (text: string): string =>
  text.includes('&')
    ? text.replaceAll(ENTITY, (_, decimal?: string, hex?: string, name = '') =>
        decimal !== undefined || hex !== undefined
          ? toCharacter(decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal))
          : (ENTITIES[name.toLowerCase()] ?? ''),
      )
    : text;

const toTag = (tag: Omit<OfxTag, 'value'>, parts: readonly string[]): OfxTag => ({
  ...tag,
  value: tag.isClose ? '' : parts.join('').trim().replaceAll(/\s+/g, ' '),
});

const CDATA = '<![CDATA[';
const COMMENT = '<!--';
const BRACKETS = /<([^<>]*)>/y;
const NAME = /^\/?(?:\w+:)?([a-z][\w.]*)/i;

/** A document type with declarations of its own has brackets within brackets, and so no body. */
const DECLARATION = /<!(?:DOCTYPE|ENTITY|ELEMENT|ATTLIST|NOTATION)\b/iy;

const endsEarly = () => refuseFile('text', 'The file ends too early. Is it complete?');

const declaresEntities = () =>
  refuseFile(
    'text',
    'The file declares a language of its own, which no bank does. Please download it from your bank again.',
  );

/** Returns the place behind a part that begins at `from`. */
const findEnd = (text: string, end: string, from: number): number => {
  const found = text.indexOf(end, from);
  if (found < 0) {
    throw endsEarly();
  }

  return found + end.length;
};

/**
 * Reads the tags of an OFX file in one pass, SGML without closing tags as well as XML: a parser of one of the two needs
 * the other turned into it first. A document type is never expanded.
 */
export function* readOfxTags(file: string): Generator<OfxTag, void> {
  const text = withoutControls(file);
  let tag: Omit<OfxTag, 'value'> | undefined;
  let parts: string[] = [];
  let at = 0;
  while (at < text.length) {
    const open = text.indexOf('<', at);
    const end = open < 0 ? text.length : open;
    parts.push(decode(text.slice(at, end)));
    if (open < 0) {
      break;
    }
    if (text.startsWith(CDATA, open)) {
      at = findEnd(text, ']]>', open);
      parts.push(text.slice(open + CDATA.length, at - ']]>'.length));
      continue;
    }
    if (text.startsWith(COMMENT, open)) {
      at = findEnd(text, '-->', open);
      continue;
    }
    BRACKETS.lastIndex = open;
    const [whole, body = ''] = BRACKETS.exec(text) ?? [];
    DECLARATION.lastIndex = open;
    if (DECLARATION.test(text) && !/^!DOCTYPE/i.test(body)) {
      throw declaresEntities();
    }
    const name = NAME.exec(body)?.[1];
    if (whole !== undefined && (name !== undefined || /^[!?]/.test(body))) {
      if (name !== undefined) {
        if (tag) {
          yield toTag(tag, parts);
        }
        tag = { name: name.toUpperCase(), isClose: body.startsWith('/') };
        parts = [];
      }
      at = open + whole.length;
    } else {
      // A client may write this sign, and not every bank escapes it.
      parts.push('<');
      at = open + 1;
    }
  }
  if (tag) {
    yield toTag(tag, parts);
  }
}
