import { addBusinessDays } from '../business-days.ts';

/** A payment that was typed by hand may bear the day of a slip, or the day on which somebody noted it (D63). */
const BUSINESS_DAYS_BEFORE = 10;
const BUSINESS_DAYS_AFTER = 5;

/** Returns the first and the last day that the money of a line of the bank may bear if it was recorded by hand. */
export const daysOfRecording = (lineDay: string): { from: string; until: string } => ({
  from: addBusinessDays(lineDay, -BUSINESS_DAYS_BEFORE),
  until: addBusinessDays(lineDay, BUSINESS_DAYS_AFTER),
});
