import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import * as z from 'zod';
import type { Connection } from '#functions/adapters/database/connection.ts';
import { auditRowOf } from '#functions/adapters/database/system/audited-reads.ts';
import { entryNotes, ledgerEntries, ledgerItems } from '#functions/database/schema/ledger-tables.ts';
import { mails } from '#functions/database/schema/mails-tables.ts';
import { services } from '#functions/database/schema/services-tables.ts';
import { accountIn, auditLog, dayIn } from '#functions/database/schema/system-tables.ts';
import { users } from '#functions/database/schema/users-tables.ts';
import type { Folding, TimelineStore } from '#functions/ports/database/users/timeline-store.ts';
import { role } from '#shared/contract/fields.ts';
import { ENTRY_KINDS } from '#shared/contract/money-limits.ts';
import { paymentMethod } from '#shared/contract/payments/ledger-payments.ts';
import { type PlaceInTimeline, TIMELINE_SOURCES } from '#shared/contract/users/timeline.ts';
import { MAIL_KINDS, MAIL_STATES } from '#shared/mails/mail-kinds.ts';

const idOrNull = z.number().nullable();
const textOrNull = z.string().nullable();

/** Names of fields, alone or with values. */
const namesOfFields = z.union([
  z.array(z.string()),
  z.record(z.string(), z.unknown()).transform((fields) => Object.keys(fields)),
]);

const place = z.object({
  at: z.string(),
  id: z.string(),
  actor: z.object({ name: textOrNull, role: role.nullable() }).nullable(),
});

const moment = z.discriminatedUnion('source', [
  place.extend({
    source: z.literal('ledger'),
    kind: z.enum(ENTRY_KINDS),
    reversedKind: z.enum(ENTRY_KINDS).nullable(),
    itemId: z.number(),
    invoiceId: idOrNull,
    number: textOrNull,
    invoiceNumber: textOrNull,
    date: z.string(),
    bankDate: textOrNull,
    amount: z.number(),
    method: paymentMethod.nullable(),
    reference: textOrNull,
    reason: textOrNull,
  }),
  place.extend({
    source: z.literal('mail'),
    kind: z.enum(MAIL_KINDS),
    subject: textOrNull,
    state: z.enum(MAIL_STATES),
    reason: textOrNull,
    invoiceId: idOrNull,
    paymentId: idOrNull,
  }),
  place.extend({
    source: z.literal('audit'),
    action: z.string(),
    fields: namesOfFields,
    serviceId: idOrNull,
    count: z.number(),
  }),
]);

type Source = PlaceInTimeline['source'];

const rankOf = (source: Source) => TIMELINE_SOURCES.indexOf(source);

/** Holds for the rows of a source that come after a place: those of its instant also if their source is a later one. */
const isBehind = (
  before: PlaceInTimeline | undefined,
  source: Source,
  { at, id }: { at: SQLWrapper; id: SQL },
): SQL => {
  if (before === undefined) {
    return sql`true`;
  }
  const instant = sql`${before.at}::timestamptz`;
  if (before.source === source) {
    return sql`(${at}, ${id}) < (${instant}, ${source === 'mail' ? sql`${before.id}::uuid` : sql`${before.id}::bigint`})`;
  }

  return rankOf(source) < rankOf(before.source) ? sql`${at} <= ${instant}` : sql`${at} < ${instant}`;
};

interface Page {
  userId: number;
  before: PlaceInTimeline | undefined;
  limit: number;
}

/** The texts of the ids sort as the ids do. */
const ledgerMoments = (isShown: SQL, { userId, before, limit }: Page): SQL => sql`
  select created_at as at, ${rankOf('ledger')}::int as rank, lpad(entry.id::text, 20, '0') as place, entry.written_by as actor_id,
    jsonb_build_object('source', 'ledger', 'id', entry.id::text, 'kind', entry.kind, 'itemId', entry.item_id,
      'reversedKind', case when entry.kind = 'reversal' then item.kind end, 'invoiceId', coalesce(item.invoice_id, entry.invoice_id),
      'number', item.number, 'invoiceNumber', corrected.number, 'date', entry.date, 'bankDate', entry.bank_date, 'amount', entry.amount, 'method', entry.method,
      'reference', note.reference, 'reason', note.reason, 'writtenBy', entry.written_by_name) as detail
  from ${ledgerEntries} as entry
  join ${ledgerItems} as item on item.id = entry.item_id
  left join ${ledgerItems} as corrected on entry.kind = 'credit-note' and corrected.invoice_id = entry.invoice_id
  left join ${entryNotes} as note on note.entry_id = entry.id
  where entry.user_id = ${userId} and ${isShown}
    and ${isBehind(before, 'ledger', { at: sql`entry.created_at`, id: sql`entry.id` })}
  order by entry.created_at desc, entry.id desc limit ${limit}::int`;

const mailMoments = ({ userId, before, limit }: Page): SQL => sql`
  select created_at as at, ${rankOf('mail')}::int as rank, id::text as place, null::int as actor_id,
    jsonb_build_object('source', 'mail', 'id', id, 'kind', kind, 'subject', subject, 'state', state, 'reason', reason,
      'invoiceId', about -> 'invoiceId', 'paymentId', about -> 'paymentId') as detail
  from ${mails}
  where user_id = ${userId} and ${isBehind(before, 'mail', { at: sql`created_at`, id: sql`id` })}
  order by created_at desc, id desc limit ${limit}::int`;

const listOfTexts = (texts: readonly string[]) =>
  sql`array[${sql.join(
    texts.map((text) => sql`${text}`),
    sql`, `,
  )}]::text[]`;

const isOfAccount = ({ userId }: Page): SQL => sql`${accountIn(sql`log.record`)} = ${`user ${userId}`}`;

/** The newest days on which each action was done, from the day of the page's beginning back, found by the index. */
const daysOfActions = (actions: readonly string[], page: Page): SQL => sql`
  select action, ${
    page.before === undefined ? sql`'infinity'::date` : sql`${dayIn(sql`${page.before.at}::timestamptz`)} + 1`
  } as day, 0 as step
  from unnest(${listOfTexts(actions)}) as action
  union all
  select days.action, earlier.day, step + 1
  from days cross join lateral (
    select max(${dayIn(sql`log.at`)}) as day from ${auditLog} as log
    where ${isOfAccount(page)} and log.action = days.action and ${dayIn(sql`log.at`)} < days.day
  ) as earlier
  where step <= ${page.limit}::int and earlier.day is not null`;

const folds = ({ actions, butFields }: Folding, { userId }: Page): SQL => sql`
  log.action = any(${listOfTexts(actions)}) and not jsonb_exists_any(log.changes, ${listOfTexts(butFields)})
    and (log.actor_id is null or log.actor_id = ${userId}
      and (select user_role from ${users} where "User_Id" = ${userId}) = 'client')`;

/**
 * Whole days are read, so that the repeats of a day are one moment on one page. Each action has a moment on each of its
 * days; only those of the first day may all stand on the page before, so that as many days more fill the page.
 */
const auditMoments = (actions: readonly string[], folding: Folding, page: Page): SQL => sql`
  select folded.at, ${rankOf('audit')}::int as rank, lpad(folded.id::text, 20, '0') as place, log.actor_id,
    jsonb_build_object('source', 'audit', 'id', folded.id::text, 'action', log.action, 'fields', log.changes,
      'serviceId', service.id, 'count', folded.count) as detail
  from (
    select folded.* from (
      select action, day from days where step > 0
      order by day desc fetch first ${page.limit + actions.length} rows with ties
    ) as shown cross join lateral (
      select max(at) as at, max(id) as id, count(*) from (
        select log.at, log.id, log.actor_id, case when ${folds(folding, page)} then null else log.id end as alone
        from ${auditLog} as log
        where ${isOfAccount(page)} and log.action = shown.action and ${dayIn(sql`log.at`)} = shown.day
          and ${page.before === undefined ? sql`true` : sql`log.at <= ${page.before.asOf}::timestamptz`}
      ) as log
      group by actor_id, alone
      having ${isBehind(page.before, 'audit', { at: sql`max(at)`, id: sql`max(id)` })}
    ) as folded
    order by at desc, id desc limit ${page.limit}::int
  ) as folded
  join ${auditLog} as log on log.id = folded.id
  left join ${services} as service on service.id = substring(log.record from '^service ([0-9]+) of')::int`;

export const makeTimelineStore = (db: Connection): TimelineStore => ({
  listOf: async (userId, { kind, actions, folding, before, limit }, audit) => {
    const page = { userId, before, limit };
    const isShown = {
      payment: sql`item.kind not in ('invoice', 'credit-note')`,
      invoice: sql`item.kind in ('invoice', 'credit-note')`,
      all: sql`true`,
    };
    const sources = [
      ...(kind === undefined || kind === 'payment' || kind === 'invoice'
        ? [ledgerMoments(isShown[kind ?? 'all'], page)]
        : []),
      ...(kind === undefined || kind === 'mail' ? [mailMoments(page)] : []),
      ...(actions.length > 0 ? [auditMoments(actions, folding, page)] : []),
    ].map((source) => sql`(${source})`);
    const { rows } = await db.execute(sql`
      with recursive audited as (${auditRowOf(userId, audit)}), days as (${daysOfActions(actions, page)}), moments as (
        select *, row_number() over (order by at desc, rank desc, place collate "C" desc) as position
        from (${sql.join(sources, sql` union all `)}) as found
        order by position limit ${limit}::int
      )
      select (moments.detail || jsonb_build_object(
        'at', to_char(moments.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
        'actor', case when moments.actor_id is not null then jsonb_build_object(
          'name', coalesce(moments.detail ->> 'writtenBy', actor."User_Name" || ' ' || actor."User_Surname"), 'role', actor.user_role) end))::text as moment
      from ${users} as owner
      left join moments on true
      left join ${users} as actor on actor."User_Id" = moments.actor_id
      where owner."User_Id" = ${userId}
      order by position`);

    return rows.length === 0
      ? undefined
      : rows.flatMap((row) => (row.moment === null ? [] : [moment.parse(JSON.parse(String(row.moment)))]));
  },
});
