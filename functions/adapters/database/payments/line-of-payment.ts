import { type SQL, sql } from 'drizzle-orm';
import { bankBookings } from '#functions/database/schema/bank-tables.ts';

/** Selects the line of the bank that booked or joined a payment. */
export const bookingOf = (paymentId: SQL): SQL => sql`
  select booking.line_id from ${bankBookings} as booking
  where booking.entry_id = ${paymentId} and booking.ended_at is null`;
