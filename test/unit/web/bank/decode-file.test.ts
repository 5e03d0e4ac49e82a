import { expect, it } from 'vitest';
import { decodeFile } from '#web/features/bank/decode-file.ts';
import { prepareFile } from '#web/features/bank/prepare-file.ts';

const LINES = 'Date,Amount,Balance,Description\n2026/11/03,1150.00,1150.00,Café OW10002 €\n';

/** The text in UTF-16 with its byte order mark. */
const toUtf16 = (text: string, isLittle: boolean): Uint8Array<ArrayBuffer> => {
  const bytes = new DataView(new ArrayBuffer(2 * text.length));
  for (let index = 0; index < text.length; index += 1) {
    bytes.setUint16(2 * index, text.charCodeAt(index), isLittle);
  }

  return new Uint8Array(bytes.buffer);
};

const UTF_8 = new TextEncoder();
const WINDOWS_1252 = Buffer.from(LINES.replace('€', '\x80'), 'latin1');

it.each([
  ['UTF-8', UTF_8.encode(LINES)],
  ['UTF-8 with a byte order mark', UTF_8.encode(`\uFEFF${LINES}`)],
  ['UTF-16 with the low byte first', toUtf16(`\uFEFF${LINES}`, true)],
  ['UTF-16 with the high byte first', toUtf16(`\uFEFF${LINES}`, false)],
  ['Windows-1252', new Uint8Array(WINDOWS_1252)],
  ['UTF-8 with null bytes', UTF_8.encode(LINES.replaceAll(',', '\0,'))],
])('a file in %s is read with each of its letters', (_encoding, bytes) => {
  expect(decodeFile(bytes)).toBe(LINES);
});

it('half a character of UTF-16 becomes a sign that says so, because no text can have it', () => {
  expect(decodeFile(toUtf16('\uFEFFRef \uD83D, OW10002', true))).toBe('Ref \uFFFD, OW10002');
});

const ascii = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
const CSV = 'Please download CSV or OFX from your bank.';

it.each<[string, string | Uint8Array<ArrayBuffer>, string]>([
  ['an empty file', '', 'This file is empty. Please download it from your bank again.'],
  ['a file of blank lines', ' \r\n\r\n', 'This file is empty. Please download it from your bank again.'],
  ['a PDF that is named .csv', '%PDF-1.7 ...', `This is a PDF. ${CSV}`],
  ['an Excel workbook', ascii('PK\x03\x04....[Content_Types].xml'), `This is an Excel workbook. ${CSV}`],
  ['a workbook of an old Excel', ascii('\xd0\xcf\x11\xe0\xa1\xb1'), `This is an Excel workbook. ${CSV}`],
  [
    'a ZIP archive',
    ascii('PK\x03\x04....november.csv'),
    'This is a ZIP archive. Please unpack it and choose the CSV or OFX file that it contains.',
  ],
  ['a photo', ascii('\xff\xd8\xff\xe0'), `This is a picture. ${CSV}`],
  ['the sign-in page of a bank', '<!DOCTYPE html><html>', `This is a web page. ${CSV}`],
  ['a web page in UTF-16', toUtf16('\uFEFF\n<HTML><BODY>', true), `This is a web page. ${CSV}`],
  ['a statement for SWIFT', ':20:2400000001\n:25:10000000116', `This is an MT940 file. ${CSV}`],
  [
    'a file of more than 2 MB',
    'x'.repeat(2 * 1024 * 1024 + 1),
    'This file is larger than 2 MB. Please download fewer days at a time from your bank.',
  ],
  [
    'a file of more than 10,000 lines',
    'a,b\n'.repeat(10_041),
    'This file has more than 10\u00A0000 lines. Please download fewer days at a time from your bank.',
  ],
  [
    'a file of 1.5 MB of quotation marks, which is too large once it is escaped twice',
    '"'.repeat(1.5 * 1024 * 1024),
    'This file has too many quotation marks or special characters to be sent at once. Please download fewer days at a time from your bank.',
  ],
])(
  '%s is refused before it is sent, in a sentence that says what to do',
  async (_name, content, sentence) => {
    await expect(prepareFile([new File([content], 'november.csv')])).rejects.toThrow(sentence);
  },
);

it.each(['<STMTTRN>', '<stmttrn>'])(
  'an OFX file of more than 10,000 transactions, each %s, is refused before it is sent',
  async (tag) => {
    const text = `OFXHEADER:100\n<OFX><BANKTRANLIST>${tag.repeat(10_041)}`;

    await expect(prepareFile([new File([text], 'november.ofx')])).rejects.toThrow(
      'more than 10\u00A0000 lines',
    );
  },
);

it('an OFX file of 10,000 transactions is sent as it is, without rows to choose columns from', async () => {
  const text = `OFXHEADER:100\n<OFX>${'<STMTTRN>\n<MEMO>a, b\n</STMTTRN>\n'.repeat(10_000)}</OFX>`;

  await expect(prepareFile([new File([text], 'november.ofx')])).resolves.toMatchObject({
    text,
    shown: { rows: [] },
  });
});

it('a file of 10,000 lines under a header is sent, also if descriptions extend over several lines', async () => {
  const text = `Date,Description\n${'2026/11/03,"Deposit\nOW10002"\n'.repeat(10_000)}`;

  await expect(prepareFile([new File([text], 'november.csv')])).resolves.toMatchObject({
    name: 'november.csv',
    text,
  });
});

it('two files at once are refused, because each has questions of its own', async () => {
  await expect(prepareFile([new File(['a'], 'a.csv'), new File(['b'], 'b.csv')])).rejects.toThrow(
    'Please read one file after the other.',
  );
});

it('a folder is refused in a sentence, and not with the error of the browser', async () => {
  const folder = new File(['x'], 'Downloads');
  folder.slice = () => {
    throw new DOMException('A requested file or directory could not be found');
  };

  await expect(prepareFile([folder])).rejects.toThrow(
    'This file cannot be read. Is it a folder, or was it moved? Please choose it again.',
  );
});
