import { describe, expect, it } from 'vitest';
import { packPdf } from '#functions/adapters/chromium/pack-pdf.ts';
import { readPdf } from '#test/support/read-pdf.ts';

/** A file as Chromium writes it: the objects one after another, each with its place in a table. */
const writePdf = (objects: readonly string[], version = '1.4'): Buffer => {
  let file = `%PDF-${version}\n%\u00D3\u00EB\u00E9\u00E1\n`;
  const places = objects.map((body, index) => {
    const place = file.length;
    file += `${index + 1} 0 obj\n${body}\nendobj\n`;

    return `${String(place).padStart(10, '0')} 00000 n \n`;
  });
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join('')}`;

  return Buffer.from(
    `${file}${table}trailer\n<</Size ${objects.length + 1}\n/Root 2 0 R\n/Info 1 0 R>>\nstartxref\n${file.length}\n%%EOF`,
    'latin1',
  );
};

const tag = (role: string, parent: number, children: string) =>
  `<</Type /StructElem\n/S /${role}\n/P ${parent} 0 R\n/K ${children}>>`;

/** A page with so many tagged paragraphs of one letter. */
const writeTagged = (count: number): Buffer => {
  const first = 8;
  const ids = Array.from({ length: count }, (_, index) => first + index);
  const references = ids.map((id) => `${id} 0 R`).join(' ');
  const content = ids.map((_, index) => `/P <</MCID ${index}>> BDC BT /F 9 Tf (x) Tj ET EMC`).join('\n');

  return writePdf([
    '<</Title (Tagged)>>',
    '<</Type /Catalog\n/Pages 3 0 R\n/MarkInfo <</Marked true>>\n/StructTreeRoot 6 0 R\n/Lang (en-ZA)>>',
    '<</Type /Pages\n/Kids [4 0 R]\n/Count 1>>',
    `<</Type /Page\n/Parent 3 0 R\n/MediaBox [0 0 100 100]\n/Contents 5 0 R\n/StructParents 0
/Resources <</Font <</F <</Type /Font /Subtype /Type1 /BaseFont /Helvetica>>>>>>>>`,
    `<</Length ${content.length}>> stream\n${content}\nendstream`,
    `<</Type /StructTreeRoot\n/K 7 0 R\n/ParentTree <</Nums [0 [${references}]]>>>>`,
    tag('Document', 6, `[${references}]`),
    ...ids.map((_, index) => tag('P', 7, `<</Type /MCR /Pg 4 0 R /MCID ${index}>>`)),
  ]);
};

describe('packPdf', () => {
  it.each([1, 499, 500, 1201])(
    'keeps %i tags, the text, the title and the language, and makes many tags small',
    async (count) => {
      const bytes = writeTagged(count);
      const packed = packPdf(bytes);
      const { pages, isTagged, info } = await readPdf(packed);

      expect(pages.map(({ text, roles }) => [text, roles])).toEqual([
        ['x'.repeat(count), ['Root', 'Document', ...Array(count).fill('P')]],
      ]);
      expect(isTagged).toBe(true);
      expect(info).toMatchObject({ Title: 'Tagged', Language: 'en-ZA' });
      expect(info.Author).toBeUndefined();
      if (count > 1) expect(packed.length).toBeLessThan(bytes.length / 2);
    },
  );

  it.each(['OW Connect (Pty) Ltd', 'Šport \\ > <', '$& 李明 😀'])('names the author %j', async (author) => {
    const { info } = await readPdf(packPdf(writeTagged(1), author));

    expect(info).toMatchObject({ Title: 'Tagged', Author: author });
  });

  it.each([
    ['no PDF', Buffer.from('Hello')],
    ['a file that was cut', writeTagged(3).subarray(0, 900)],
    ['a file that is packed already', packPdf(writeTagged(3))],
    [
      'a file whose table tells other places',
      Buffer.from(writeTagged(3).toString('latin1').replace('%PDF', '% PDF'), 'latin1'),
    ],
    [
      'a file with an object that its table leaves out',
      Buffer.from(writeTagged(3).toString('latin1').replace('0 11\n', '0 12\n'), 'latin1'),
    ],
  ])('returns %s as it is', (_what, bytes) => {
    expect(packPdf(bytes, 'OW')).toBe(bytes);
  });
});
