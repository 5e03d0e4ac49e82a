/** Kinds of files that a bank or a spreadsheet offers, known by how they begin, whatever their name ends with (D63). */

/** Number of characters, or bytes, that tell a file's kind. */
export const HEAD_LENGTH = 4096;

const DOWNLOAD = 'Please download CSV or OFX from your bank.';
const UNPACK = 'Please unpack it and choose the CSV or OFX file that it contains.';

/** A byte order mark, as a character or as bytes, and blanks. */
const BLANKS = /^(?:\uFEFF|\xef\xbb\xbf|\xff\xfe|\xfe\xff)?\s*/;

/** What stands before the first tag: declarations, comments and document types. */
const PROLOGUE = /^(?:\s|<\?(?!OFX)[^>]*>|<!--.*?-->|<!doctype(?! html)[^>[]*(?:\[.*?\])?\s*>)*/is;

const OFX_HEADER = /^(?:[a-z]+\s*:[^\n,;]*\n\s*){0,9}OFXHEADER\s*:/i;
const OFX_TAG = /^<(?:\?OFX\b|(?:\w+:)?OFX[\s>])/i;

/** Each with its name in 'This is …'; the first that fits counts. Text that was decoded may have other marks than bytes. */
const KINDS: readonly (readonly [begins: RegExp, name: string, advice?: string])[] = [
  [/^%PDF/, 'a PDF'],
  [/^PK(?!["' \w]*[,;\t|]).*(?:\[Content_Types\]\.xml|xl\/|opendocument)/s, 'an Excel workbook'],
  [/^PK(?!["' \w]*[,;\t|])/, 'a ZIP archive', UNPACK],
  [/^\xd0\xcf\p{Control}?\xe0|^ID;P/u, 'an Excel workbook'],
  [
    /^[\x89\u2030]PNG|^\xff\xd8\xff|^GIF8|^RIFF.{4,8}WEBP|^.{0,4}ftyp(?:hei|avif|mif)|^(?:II\*|MM.?\*)/s,
    'a picture',
  ],
  [/^\p{Control}?[\x8b\u2039]|^7z\xbc\xaf|^Rar!/u, 'an archive', UNPACK],
  [/^\{\\rtf/, 'a text document'],
  [/^(?:\{\d:|:\d\d[A-Z]?:)|^(?:[^\n,;<]{0,80}\n){1,6}:20:/, 'an MT940 file'],
  [/^!(?:Type|Account|Option|Clear)\b/i, 'a QIF file'],
  [/^01,[^\n]*\/\s*\n0[23],/, 'a BAI2 file'],
  [/^(?:MIME-Version|Content-Type)\s*:/i, 'a web page'],
  [/^[[{]\s*["{[]/, 'a JSON file'],
];

const MARKUP: readonly (readonly [holds: RegExp, name: string])[] = [
  [/camt\.05[2-4]|<(?:\w+:)?BkToCstmr/, 'a CAMT.053 file'],
  [/Excel\.Sheet|<(?:\w+:)?Workbook\b|office:(?:document|spreadsheet)/i, 'an Excel workbook'],
  [/<(?:!doctype html|html|head|body|meta|title|table|div|script|style|form|center|p)\b/i, 'a web page'],
  [/^/, 'an XML file'],
];

const begin = (text: string): string => text.slice(0, HEAD_LENGTH).replaceAll('\0', '').replace(BLANKS, '');

/** True for OFX, as SGML or XML. Only its beginning counts, because a client's words may contain any tag. */
export const isOfx = (text: string): boolean => {
  const head = begin(text);

  return OFX_HEADER.test(head) || OFX_TAG.test(head.replace(PROLOGUE, ''));
};

/** Says what a file is that is neither CSV nor OFX, and what to do; undefined for one of these. */
export const nameOtherKind = (text: string): string | undefined => {
  if (isOfx(text)) {
    return undefined;
  }
  const head = begin(text);
  const kinds = /^<[a-z!?]/i.test(head) ? MARKUP : KINDS;
  const [, name, advice = DOWNLOAD] = kinds.find(([fits]) => fits.test(head)) ?? [];

  return name && `This is ${name}. ${advice}`;
};
