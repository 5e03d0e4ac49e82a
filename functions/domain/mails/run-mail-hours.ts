import { isHoliday, isSunday } from '#shared/business-days.ts';
import { dayAfter, startOfDay } from '#shared/dates.ts';

const HOUR_MS = 60 * 60_000;
/** Mails of a billing run leave from 08:00 to 20:00, not on Sundays and holidays (D67). */
const FIRST_HOUR = 8;
const LAST_HOUR = 20;

/** Returns the next moment at which a mail of a billing run may leave: now, or a morning. */
export const nextMailMoment = (now: Date): Date => {
  for (let days = 0; ; days += 1) {
    const day = dayAfter(now, days);
    if (isSunday(day) || isHoliday(day)) {
      continue;
    }
    const [from, to] = [FIRST_HOUR, LAST_HOUR].map(
      (hour) => new Date(startOfDay(day).getTime() + hour * HOUR_MS),
    );
    if (from && now < from) {
      return from;
    }
    if (to && now < to) {
      return now;
    }
  }
};
