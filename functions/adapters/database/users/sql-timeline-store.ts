import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import * as z from 'zod';
import type { Connection } from '#functions/adapters/database/connection.ts';
import { auditRowOf } from '#functions/adapters/database/system/audited-reads.ts';
import { entryNotes, ledgerEntries, ledgerItems } from '#functions/database/schema/ledger-tables.ts';
import { mails } from '#functions/database/schema/mails-tables.ts';
import { services } from '#functions/database/schema/services-tables.ts';
import { accountIn, auditLog } from '#functions/database/schema/system-tables.ts';
import { users } from '#functions/database/schema/users-tables.ts';
import type { TimelineStore } from '#functions/ports/database/users/timeline-store.ts';
import { role } from '#shared/contract/fields.ts';
import { paymentMethod } from '#shared/contract/ledger-payments.ts';
import { ENTRY_KINDS } from '#shared/contract/limits.ts';
import { type PlaceInTimeline, TIMELINE_SOURCES } from '#shared/contract/timeline.ts';
import { MAIL_KINDS, MAIL_STATES } from '#shared/mail-kinds.ts';

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
    date: z.string(),
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
      'reversedKind', case when entry.kind = 'reversal' then item.kind end, 'invoiceId', item.invoice_id,
      'number', item.number, 'date', entry.date, 'amount', entry.amount, 'method', entry.method,
      'reference', note.reference, 'reason', note.reason, 'writtenBy', entry.written_by_name) as detail
  from ${ledgerEntries} as entry
  join ${ledgerItems} as item on item.id = entry.item_id
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

const auditMoments = (actions: readonly string[], { userId, before, limit }: Page): SQL => sql`
  select log.at, ${rankOf('audit')}::int as rank, lpad(log.id::text, 20, '0') as place, log.actor_id,
    jsonb_build_object('source', 'audit', 'id', log.id::text, 'action', log.action, 'fields', log.changes,
      'serviceId', service.id) as detail
  from (
    select *, substring(record from '^service ([0-9]+) of')::int as service_id from ${auditLog}
    where ${accountIn(sql`record`)} = ${`user ${userId}`}
      and action in (${sql.join(
        actions.map((action) => sql`${action}`),
        sql`, `,
      )})
      and ${isBehind(before, 'audit', { at: sql`at`, id: sql`id` })}
    order by at desc, id desc limit ${limit}::int
  ) as log
  left join ${services} as service on service.id = log.service_id`;

export const makeTimelineStore = (db: Connection): TimelineStore => ({
  listOf: async (userId, { kind, actions, before, limit }, audit) => {
    const page = { userId, before, limit };
    const isShown = {
      payment: sql`item.kind <> 'invoice'`,
      invoice: sql`item.kind = 'invoice'`,
      all: sql`true`,
    };
    const sources = [
      ...(kind === undefined || kind === 'payment' || kind === 'invoice'
        ? [ledgerMoments(isShown[kind ?? 'all'], page)]
        : []),
      ...(kind === undefined || kind === 'mail' ? [mailMoments(page)] : []),
      ...(actions.length > 0 ? [auditMoments(actions, page)] : []),
    ].map((source) => sql`(${source})`);
    const { rows } = await db.execute(sql`
      with audited as (${auditRowOf(userId, audit)}), moments as (
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
