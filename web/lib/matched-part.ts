import { phoneSearchForm } from '#shared/south-africa.ts';

/** Texts that the portal prints in groups are found without their spaces, too. */
const withoutSpaces = (text: string): string => text.replace(/[\s-]/g, '');

const hasDigits = (text: string): boolean => /\d{2}/.test(text);

/** Finds a term whose spaces may differ from those of the text, as in '+27 82 123 4567' for '0821'. */
const findLoosely = (text: string, compactTerm: string): [number, number] | undefined => {
  const places = [...text].flatMap((character, at) => (/[\s-]/.test(character) ? [] : [at]));
  const start = withoutSpaces(text).indexOf(compactTerm);
  const [first, last] = [places[start], places[start + compactTerm.length - 1]];

  return start < 0 || first === undefined || last === undefined ? undefined : [first, last + 1];
};

/** Returns where the typed text stands in a shown one, as the search would find it: its start and its end. */
export const findMatchedPart = (shown: string, typed: string): [number, number] | undefined => {
  const [text, term] = [shown.toLowerCase(), typed.trim().toLowerCase()];
  // Lower case of a few letters is longer, and its places would be wrong.
  if (term.length < 2 || text.length !== shown.length) {
    return undefined;
  }
  const at = text.indexOf(term);
  if (at >= 0) {
    return [at, at + term.length];
  }

  const compact = withoutSpaces(term);
  const ways = hasDigits(compact) ? [compact, phoneSearchForm(term)] : [];

  return ways.map((way) => way && findLoosely(text, way)).find((part) => typeof part === 'object');
};

/** True if one of the texts contains what was typed. */
export const holdsTyped = (texts: readonly (string | null | undefined)[], typed: string): boolean =>
  texts.some((text) => text && findMatchedPart(text, typed) !== undefined);
