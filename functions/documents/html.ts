import { escapeHtml } from '#shared/text/escape-html.ts';

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

/** Fills a template and escapes its texts, unless they are markup already: html`<p>${name}</p>`. */
export const html = (strings: TemplateStringsArray, ...pieces: Piece[]): Markup => ({
  markup: String.raw({ raw: strings }, ...pieces.map(toMarkup)),
});

/**
 * Returns any text as a CSS string that is safe inside a style element: all characters except letters, digits and
 * spaces become escapes.
 */
export const cssString = (text: string): string =>
  `"${text.replace(/[^A-Za-z0-9 ]/gu, (character) => `\\${character.codePointAt(0)?.toString(16)} `)}"`;
