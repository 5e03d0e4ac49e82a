import { escapeHtml } from '#shared/escape-html.ts';

/** Text that is HTML already and is not escaped again. */
export interface Markup {
  readonly markup: string;
}

type Piece = string | Markup | readonly Markup[];

const toMarkup = (piece: Piece): string => {
  if (typeof piece === 'string') {
    return escapeHtml(piece);
  }

  return 'markup' in piece ? piece.markup : piece.map(({ markup }) => markup).join('');
};

/** A template whose texts are escaped unless they are markup themselves: html`<p>${name}</p>`. */
export const html = (strings: TemplateStringsArray, ...pieces: Piece[]): Markup => ({
  markup: String.raw({ raw: strings }, ...pieces.map(toMarkup)),
});

/** A CSS string of any text, safe inside a style element: all but letters, digits and spaces become escapes. */
export const cssString = (text: string): string =>
  `"${text.replace(/[^A-Za-z0-9 ]/gu, (character) => `\\${character.codePointAt(0)?.toString(16)} `)}"`;
