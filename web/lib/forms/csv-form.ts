import type { CsvForm } from '#shared/contract/fields.ts';
import { CSV_FORMS } from '#shared/contract/limits.ts';
import { makeLastChoice } from '../session/last-choice.ts';

const lastForm = makeLastChoice('csv-for', CSV_FORMS);

/** More people open a file with Excel than with a program of their own. */
const FIRST_FORM = 'excel';

export const rememberCsvForm = lastForm.remember;

/** Returns the form of CSV that was chosen last. */
export const readCsvForm = (): CsvForm => lastForm.read() ?? FIRST_FORM;
export const useCsvForm = (): CsvForm => lastForm.useLast() ?? FIRST_FORM;
