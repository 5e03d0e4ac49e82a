import { inLowerCase } from '#functions/adapters/database/sql/like-pattern.ts';
import { services } from '#functions/database/schema/services-tables.ts';

/** The fields that a search for a service's number, SIM or username reads. */
export const SERVICE_NUMBERS = {
  table: services,
  id: services.id,
  text: services.search_text,
  fields: [services.account_username, services.msisdn, services.sim_serial_number].map(inLowerCase),
};
