const BLANK = '\u00a0';

/**
 * Keeps the blanks of a text with line breaks as elements, which HTML would show as one: those that begin a line, and
 * several in a row, of which the last may still break the line.
 */
export const keepBlanks = (text: string, beginsLine = true): string =>
  text
    .replaceAll('\t', '    ')
    .replaceAll(/(<br(?: \/)?>|^)?( +)/g, (_run, before: string | undefined, blanks: string) =>
      before || (before === '' && beginsLine)
        ? before + BLANK.repeat(blanks.length)
        : `${BLANK.repeat(blanks.length - 1)} `,
    );
