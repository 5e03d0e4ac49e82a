/** In characters, so that the name fits into a header even if each is written as nine bytes. */
const NAME_LENGTH_MAX = 100;
const ENDING = /\.[\p{L}\p{N}]{1,10}$/u;

/** Characters that a file system reads as a path, a command or a device, and invisible ones. */
const NOT_IN_NAMES = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\\/:*?"<>|]/gu;

const cut = (name: string): string => {
  const characters = [...name];
  if (characters.length <= NAME_LENGTH_MAX) {
    return name;
  }
  const [ending = ''] = ENDING.exec(name) ?? [];

  return `${characters.slice(0, NAME_LENGTH_MAX - [...ending].length).join('')}${ending}`;
};

/** Turns a name from outside into the name of one file: in no folder, on one line, not hidden and not too long. */
export const toFileName = (name: string): string => {
  const safe = name
    .toWellFormed()
    .replaceAll(/\p{Bidi_Control}/gu, '')
    .replaceAll(NOT_IN_NAMES, '_')
    .replace(/^[.\s]+/u, '')
    .trim();

  return /[\p{L}\p{N}]/u.test(safe) ? cut(safe).trim() : 'download';
};
