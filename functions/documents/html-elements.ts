/** Words in place of what is not shown (D20). */
export const WORDS: Record<string, string> = {
  applet: '[embedded file]',
  audio: '[sound]',
  canvas: '[drawing]',
  embed: '[embedded file]',
  frame: '[embedded page]',
  iframe: '[embedded page]',
  img: '[picture]',
  image: '[picture]',
  input: '[form field]',
  math: '[formula]',
  object: '[embedded file]',
  select: '[form field]',
  svg: '[drawing]',
  textarea: '[form field]',
  video: '[video]',
};

/** Elements whose content is not a person's text, or not shown by a browser. */
export const WITHOUT_CONTENT = new Set([
  'iframe',
  'math',
  'noembed',
  'noframes',
  'script',
  'select',
  'style',
  'svg',
  'template',
  'textarea',
  'title',
]);

/** Elements whose content the tokenizer reads as text, and which a person reads as it stands. */
export const LITERAL = new Set(['plaintext', 'xmp']);

export const VOID = new Set(
  'area base basefont bgsound br col embed frame hr image img input keygen link meta param source track wbr'.split(
    ' ',
  ),
);

const BLOCKS =
  'address article blockquote center div dl fieldset form h1 h2 h3 h4 h5 h6 hr ol p pre table ul'.split(' ');

/** For each element the elements that its start ends, if one of them is the innermost. */
export const ENDS: Record<string, readonly string[]> = {
  ...Object.fromEntries(BLOCKS.map((name) => [name, ['p']])),
  dd: ['dd', 'dt', 'p'],
  dt: ['dd', 'dt', 'p'],
  li: ['li', 'p'],
  td: ['td', 'th', 'p'],
  th: ['td', 'th', 'p'],
  tr: ['td', 'th', 'tr', 'p'],
};
