import { HEAD_LENGTH, isOfx } from '#shared/bank/bank-file-kinds.ts';
import { BANK_FILE_LINES_MAX } from '#shared/contract/bank/bank-limits.ts';
import { TEXT_LENGTH_MAX } from '#shared/contract/limits.ts';
import { formatCount } from '#shared/numbers.ts';
import { decodeFile, FileRefusal, refuseOther } from './decode-file.ts';
import type { ShownRows } from './file-columns.ts';

/** A file that can be sent. */
export interface ReadyFile {
  /** Changes with each choice, also of the same file. */
  id: string;
  name: string;
  text: string;
  /** Its first rows of money; none of an OFX file, whose columns nobody chooses. */
  shown: ShownRows;
}

/** A bank writes a header and some lines above its rows. */
const HEAD_ROWS_MAX = 40;

const readBytes = async (part: Blob): Promise<Uint8Array> => new Uint8Array(await part.arrayBuffer());

/** Counts an OFX file's transactions, which is quicker than to read it as a table that it is not. */
const countTransactions = (text: string): number => text.match(/<(?:\w+:)?STMTTRNP?>/gi)?.length ?? 0;

const readRowsOf = async (text: string): Promise<{ count: number; shown: ShownRows }> => {
  if (isOfx(text)) {
    return { count: countTransactions(text), shown: { rows: [], from: 1 } };
  }
  const { readRows } = await import('./read-rows.ts');

  return readRows(text);
};

const readContent = async (file: File): Promise<Pick<ReadyFile, 'text' | 'shown'>> => {
  refuseOther(file.size, await readBytes(file.slice(0, HEAD_LENGTH)));
  const text = decodeFile(await readBytes(file));
  const { count, shown } = await readRowsOf(text);
  if (count > BANK_FILE_LINES_MAX + HEAD_ROWS_MAX) {
    throw new FileRefusal(
      `This file has more than ${formatCount(BANK_FILE_LINES_MAX)} lines. Please download fewer days at a time from your bank.`,
    );
  }

  return { text, shown };
};

/** Reads and decodes the one file that somebody chose. Throws a FileRefusal if it is no bank's file, or if it cannot be read. */
export const prepareFile = async ([file, ...others]: readonly File[]): Promise<ReadyFile> => {
  if (!file || others.length > 0) {
    throw new FileRefusal('Please read one file after the other.');
  }
  try {
    const content = await readContent(file);

    return { id: crypto.randomUUID(), name: file.name.slice(-TEXT_LENGTH_MAX).toWellFormed(), ...content };
  } catch (cause) {
    throw cause instanceof FileRefusal
      ? cause
      : new FileRefusal(
          'This file cannot be read. Is it a folder, or was it moved? Please choose it again.',
          { cause },
        );
  }
};
