/** Words in place of what a limit leaves out of a message (D20). */
export const LEFT_OUT = 'The rest of this message is left out.';

const LEFT_OUT_MARK = `<p><em>${LEFT_OUT}</em></p>`;

/** A longer word is cut, because leaving it out could leave out much. */
const WORD_LENGTH_MAX = 40;

const dropHalfTag = (html: string) => {
  const tag = html.lastIndexOf('<');

  return html.indexOf('>', tag) === -1 && /^<[a-z/!]?/i.test(html.slice(tag, tag + 2))
    ? html.slice(0, tag)
    : html;
};

const dropHalfWord = (html: string) => {
  const end = Math.max(html.lastIndexOf(' '), html.lastIndexOf('>') + 1);

  return html.length - end <= WORD_LENGTH_MAX ? html.slice(0, end) : html.replace(/&[\w#]{0,31}$/, '');
};

const VOID = new Set(['br', 'hr']);

/** Returns the end tags of the elements that are open at the end of well-formed HTML. */
const closeOpen = (html: string): string => {
  const open: string[] = [];
  for (const [, end, name = ''] of html.matchAll(/<(\/?)([a-z\d]+)(?: [^<>]*)?>/g)) {
    if (end) {
      open.pop();
    } else if (!VOID.has(name)) {
      open.push(name);
    }
  }

  return open
    .toReversed()
    .map((name) => `</${name}>`)
    .join('');
};

/**
 * Ends cleaned HTML after at most this many characters, between two words if it can, closes what is open, and says what
 * is missing.
 */
export const endHtml = (html: string, length: number, mark = LEFT_OUT_MARK): string => {
  const start = dropHalfWord(dropHalfTag(html.slice(0, length)))
    .toWellFormed()
    .trimEnd();

  return start + closeOpen(start) + mark;
};

export const endText = (text: string, lengthMax: number): string =>
  text.length <= lengthMax ? text : `${text.slice(0, lengthMax).toWellFormed()}\n${LEFT_OUT}`;
