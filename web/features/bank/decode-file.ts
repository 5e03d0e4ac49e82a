import { nameOtherKind } from '#shared/bank/bank-file-kinds.ts';
import { BANK_FILE_BYTES_MAX, BANK_FILE_ESCAPED_BYTES_MAX } from '#shared/contract/bank/bank-limits.ts';

/** Why a file is not sent, and what to do. */
export class FileRefusal extends Error {
  override name = 'FileRefusal';
}

const FEWER_DAYS = 'Please download fewer days at a time from your bank.';
const EMPTY = 'This file is empty. Please download it from your bank again.';

const toCharacters = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');

/** Refuses a file by its size and its first bytes, so that a large film is not read. */
export const refuseOther = (bytes: number, head: Uint8Array): void => {
  if (bytes === 0) {
    throw new FileRefusal(EMPTY);
  }
  const sentence = nameOtherKind(toCharacters(head));
  if (sentence !== undefined) {
    throw new FileRefusal(sentence);
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
