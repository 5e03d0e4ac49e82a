import { BANK_FILE_BYTES_MAX, BANK_FILE_ESCAPED_BYTES_MAX } from '#shared/contract/bank-limits.ts';

/** Why a file is not sent, and what to do. */
export class FileRefusal extends Error {
  override name = 'FileRefusal';
}

const FEWER_DAYS = 'Please download fewer days at a time from your bank.';
const EMPTY = 'This file is empty. Please download it from your bank again.';

export const HEAD_BYTES = 4096;

const SPREADSHEET = /\[Content_Types\]\.xml|xl\/|opendocument/;

const isOther = (kind: string) => () => `This is ${kind}. Please download the CSV from your bank.`;
const WORKBOOK = isOther('an Excel workbook');
const ARCHIVE = () => 'This is a ZIP archive. Please unpack it and choose the CSV that it contains.';

/** What other kinds of files begin with; each byte is a character. */
const KINDS: readonly (readonly [begins: readonly string[], word: (head: string) => string])[] = [
  [['%PDF'], isOther('a PDF')],
  [['PK\x03\x04', 'PK\x05\x06'], (head) => (SPREADSHEET.test(head) ? WORKBOOK() : ARCHIVE())],
  [['\xd0\xcf\x11\xe0'], WORKBOOK],
  [['\x89PNG', '\xff\xd8\xff', 'GIF8'], isOther('a picture')],
  [['<!DOCTYPE html', '<!doctype html', '<html'], isOther('a web page')],
];

const toCharacters = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');

/** Refuses a file by its size and its first bytes, so that a large film is not read. */
export const refuseOther = (bytes: number, head: Uint8Array): void => {
  if (bytes === 0) {
    throw new FileRefusal(EMPTY);
  }
  const characters = toCharacters(head).trimStart();
  const [, word] = KINDS.find(([begins]) => begins.some((one) => characters.startsWith(one))) ?? [];
  if (word) {
    throw new FileRefusal(word(characters));
  }
  if (bytes > BANK_FILE_BYTES_MAX) {
    throw new FileRefusal(`This file is larger than 2 MB. ${FEWER_DAYS}`);
  }
};

const MARKS: readonly (readonly [bytes: readonly number[], encoding: string])[] = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
];

/** Decodes by the byte order mark, else as UTF-8 if that is valid, else as Windows-1252 (D63). */
const decode = (bytes: Uint8Array): string => {
  const [, marked] = MARKS.find(([mark]) => mark.every((byte, index) => bytes[index] === byte)) ?? [];
  if (marked) {
    return new TextDecoder(marked).decode(bytes);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
};

/** On its way the text is escaped as JSON twice, and the function takes at most 6 MB. */
const countEscapedBytes = (text: string): number =>
  new TextEncoder().encode(JSON.stringify(JSON.stringify(text))).length;

/** Returns the text of a bank's file. */
export const decodeFile = (bytes: Uint8Array): string => {
  const text = decode(bytes).replaceAll('\0', '').toWellFormed();
  if (text.trim() === '') {
    throw new FileRefusal(EMPTY);
  }
  if (countEscapedBytes(text) > BANK_FILE_ESCAPED_BYTES_MAX) {
    throw new FileRefusal(
      `This file has too many quotation marks or special characters to be sent at once. ${FEWER_DAYS}`,
    );
  }

  return text;
};
