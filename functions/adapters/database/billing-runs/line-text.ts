import { type SQL, sql } from 'drizzle-orm';

/** The name and number of a service, as `lineText` of shared/billing begins the text of a line. */
export const serviceText = (service: SQL): SQL => sql`concat_ws(', ',
  coalesce(nullif(${service}.account_type, ''), ${service}.service_category),
  nullif(regexp_replace(${service}.msisdn, '^\\+27(\\d{2})(\\d{3})(\\d{4})$', '0\\1 \\2 \\3'), ''))`;

const dayOf = (day: SQL): SQL => sql`extract(day from ${day})`;

/** The days of one month, as `lineText` of shared/billing names them. */
export const daysText = (line: SQL): SQL => sql`case
  when ${line}.days = ${line}.of_days then to_char(${line}.from_day, 'FMMonth YYYY')
  else ${dayOf(sql`${line}.from_day`)}
    || case when ${line}.from_day < ${line}.to_day then ' to ' || ${dayOf(sql`${line}.to_day`)} else '' end
    || to_char(${line}.from_day, ' FMMonth YYYY') || ' (' || ${line}.days || ' of ' || ${line}.of_days || ' days)' end`;

/** Days that may lie in several months: '3 March to 31 August 2026 (150 days)'. */
export const manyDaysText = (line: SQL): SQL => sql`
  to_char(${line}.from_day, 'FMDD FMMonth YYYY') || case when ${line}.from_day < ${line}.to_day
    then ' to ' || to_char(${line}.to_day, 'FMDD FMMonth YYYY') else '' end
  || ' (' || ${line}.days || case when ${line}.days = 1 then ' day)' else ' days)' end`;
