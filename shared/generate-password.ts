/** Letters and digits that nobody confuses when they are read out: no I, l, O, o, 0 or 1. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789';
const GROUPS = 4;
const GROUP_LENGTH = 4;

/** Bytes from this value on would favour the start of the alphabet, so they are thrown away. */
const FAIR_BYTES = 256 - (256 % ALPHABET.length);

const randomCharacter = (): string => {
  const [byte = FAIR_BYTES] = crypto.getRandomValues(new Uint8Array(1));

  return byte < FAIR_BYTES ? ALPHABET.charAt(byte % ALPHABET.length) : randomCharacter();
};

/**
 * Generates sixteen random characters (92 bits) in groups of four, such as 'Kx7q-…', on the machine of the person who
 * requests them and nowhere else.
 */
export const generatePassword = (): string =>
  Array.from({ length: GROUPS }, () => Array.from({ length: GROUP_LENGTH }, randomCharacter).join('')).join(
    '-',
  );
