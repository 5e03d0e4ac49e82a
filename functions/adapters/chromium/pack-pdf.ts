import { deflateSync } from 'node:zlib';

/** How many objects share one compressed stream: a reader unpacks a whole one to see an object in it. */
const OBJECTS_PER_STREAM = 500;

interface PdfObject {
  id: number;
  body: string;
}

interface PdfFile {
  header: string;
  objects: PdfObject[];
  rootId: number;
  infoId: number;
}

const OBJECT = /^(?<id>\d+) 0 obj\n(?<body>.*)\nendobj\n$/s;
const TABLE = /^xref\n0 (?<size>\d+)\n(?<entries>(?:\d{10} \d{5} [fn] \n)+)trailer\n(?<trailer><<.*?>>)\n/s;

/** Reads a file whose objects stand one after another, each without a generation, as Chromium writes them. */
const readPdfFile = (pdf: string): PdfFile | undefined => {
  const tableAt = Number(/startxref\n(\d+)\n%%EOF\s*$/.exec(pdf)?.[1]);
  const { size, entries = '', trailer = '' } = TABLE.exec(pdf.slice(tableAt))?.groups ?? {};
  const [, rootId] = /\/Root (\d+) 0 R/.exec(trailer) ?? [];
  const [, infoId] = /\/Info (\d+) 0 R/.exec(trailer) ?? [];

  const starts = [...entries.matchAll(/(\d{10}) \d{5} n/g)].map(([, at]) => Number(at)).sort((a, b) => a - b);
  const objects = starts.flatMap((start, index) => {
    const { id, body } = OBJECT.exec(pdf.slice(start, starts[index + 1] ?? tableAt))?.groups ?? {};

    return id === undefined || body === undefined ? [] : [{ id: Number(id), body }];
  });
  if (objects.length !== Number(size) - 1) return undefined;

  return { header: pdf.slice(0, starts[0]), objects, rootId: Number(rootId), infoId: Number(infoId) };
};

const toStream = (entries: string, bytes: Buffer): string => {
  const packed = deflateSync(bytes).toString('latin1');

  return `<<${entries} /Filter /FlateDecode /Length ${packed.length}>> stream\n${packed}\nendstream`;
};

/** An object stream (ISO 32000-1, 7.5.7): where each object begins, and then the objects. */
const toObjectStream = (objects: readonly PdfObject[]): string => {
  let length = 0;
  const places = objects.map(({ id, body }) => {
    const place = `${id} ${length}`;
    length += body.length + 1;

    return place;
  });
  const index = `${places.join(' ')}\n`;
  const bodies = objects.map(({ body }) => body).join('\n');

  return toStream(
    `/Type /ObjStm /N ${objects.length} /First ${index.length}`,
    Buffer.from(index + bodies, 'latin1'),
  );
};

/** One entry of a cross-reference stream (7.5.8), as `/W [1 4 2]` declares it. */
const toEntry = (kind: 0 | 1 | 2, place: number, index: number): Buffer => {
  const entry = Buffer.alloc(7);
  entry.writeUInt8(kind, 0);
  entry.writeUInt32BE(place, 1);
  entry.writeUInt16BE(index, 5);

  return entry;
};

const isTag = ({ body }: PdfObject): boolean => body.startsWith('<</Type /StructElem\n');

/** A text of the file's own, in UTF-16 (7.9.2.2). */
const toHexText = (text: string): string => `<FEFF${Buffer.from(text, 'utf16le').swap16().toString('hex')}>`;

const addAuthor = (body: string, author: string): string =>
  body.replace('<<', () => `<</Author ${toHexText(author)}\n`);

const writePacked = ({ header, objects, rootId, infoId }: PdfFile, author: string | undefined): string => {
  const tags = objects.filter(isTag);
  const entries: Buffer[] = [toEntry(0, 0, 65_535)];
  let file = header.replace(/^%PDF-1\.4/, '%PDF-1.5');
  let nextId = objects.length + 1;

  const write = (id: number, body: string) => {
    entries[id] = toEntry(1, file.length, 0);
    file += `${id} 0 obj\n${body}\nendobj\n`;
  };

  for (const object of objects) {
    const { id, body } = object;
    if (!isTag(object)) write(id, id === infoId && author !== undefined ? addAuthor(body, author) : body);
  }
  for (let from = 0; from < tags.length; from += OBJECTS_PER_STREAM) {
    const part = tags.slice(from, from + OBJECTS_PER_STREAM);
    for (const [index, { id }] of part.entries()) entries[id] = toEntry(2, nextId, index);
    write(nextId, toObjectStream(part));
    nextId += 1;
  }

  const tableAt = file.length;
  entries[nextId] = toEntry(1, tableAt, 0);
  const table = toStream(
    `/Type /XRef /Size ${entries.length} /W [1 4 2] /Root ${rootId} 0 R /Info ${infoId} 0 R`,
    Buffer.concat(entries),
  );

  return `${file}${nextId} 0 obj\n${table}\nendobj\nstartxref\n${tableAt}\n%%EOF\n`;
};

/**
 * The same PDF with an author, for which Chromium has no option, and with its tags compressed. Chromium writes each tag
 * as plain text with a line of its own in the table of objects, which for an invoice of many lines is three quarters of
 * the file; PDF 1.5 has a form for that. A file that is written otherwise is returned as it is.
 */
export const packPdf = (bytes: Uint8Array, author?: string): Uint8Array => {
  const file = readPdfFile(Buffer.from(bytes).toString('latin1'));

  return file === undefined ? bytes : Buffer.from(writePacked(file, author), 'latin1');
};
