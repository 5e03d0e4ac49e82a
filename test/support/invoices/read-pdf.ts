import { getDocument, OPS, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import * as z from 'zod';

/** The glyphs of one text operator; a number between them is a change of spacing. */
const shownGlyphs = z.tuple([z.array(z.union([z.number(), z.object({ unicode: z.string() })]))]);

const fontChoice = z.tuple([z.string(), z.number()]);
const font = z.object({ name: z.string(), missingFile: z.boolean().optional() });

/** A child without a role is a piece of the page's content. */
const tag = z.object({
  role: z.string().optional(),
  get children() {
    return z.array(tag).optional();
  },
});

const listRoles = ({ role, children = [] }: z.infer<typeof tag>): string[] => [
  ...(role === undefined ? [] : [role]),
  ...children.flatMap(listRoles),
];

const readPage = async (page: PDFPageProxy) => {
  const { fnArray, argsArray } = await page.getOperatorList();
  const argumentsOf = (operator: number): unknown[] =>
    argsArray.filter((_arguments, index) => fnArray[index] === operator);

  const glyphs = argumentsOf(OPS.showText).flatMap((shown) => shownGlyphs.parse(shown)[0]);
  const fonts = argumentsOf(OPS.setFont).map((choice) =>
    font.parse(page.commonObjs.get(fontChoice.parse(choice)[0])),
  );
  const { items } = await page.getTextContent();
  const [left = 0, bottom = 0, right = 0, top = 0] = page.view;

  return {
    widthPoints: right - left,
    heightPoints: top - bottom,
    /** Text of the glyphs in drawing order, without line breaks. Unlike pdf.js's text, it tells U+00A0 from a space. */
    text: glyphs.map((glyph) => (typeof glyph === 'number' ? '' : glyph.unicode)).join(''),
    fonts,
    /** Height of each text above the foot of the page, in points. */
    heights: new Map(items.flatMap((item) => ('str' in item ? [[item.str, Number(item.transform[5])]] : []))),
    /** The right end of the text that reaches furthest, in points. */
    rightEnd: Math.max(
      ...items.flatMap((item) =>
        'str' in item && item.str.trim() ? [Number(item.transform[4]) + item.width] : [],
      ),
    ),
    /** The tags that guide a screen reader, in order. */
    roles: listRoles(tag.parse(await page.getStructTree())),
  };
};

/** Reads the content of a PDF with pdf.js. */
export const readPdf = async (bytes: Uint8Array) => {
  // pdf.js takes ownership of the buffer.
  const loading = getDocument({ data: new Uint8Array(bytes), verbosity: 0 });

  try {
    const document = await loading.promise;
    const { info } = await document.getMetadata();
    const pages = [];
    for (let number = 1; number <= document.numPages; number += 1) {
      pages.push(await readPage(await document.getPage(number)));
    }

    return {
      info: z
        .looseObject({
          Title: z.string().optional(),
          Author: z.string().optional(),
          Language: z.string().nullish(),
        })
        .parse(info),
      isTagged: (await document.getMarkInfo())?.Marked === true,
      pages,
      fonts: new Map(
        pages.flatMap((page) => page.fonts).map(({ name, missingFile }) => [name, !missingFile]),
      ),
    };
  } finally {
    await loading.destroy();
  }
};
