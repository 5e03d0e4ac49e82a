import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { isOpen } from '#functions/adapters/database/invoices/open-invoices.ts';
import { bankBookings, bankLines } from '#functions/database/schema/bank-tables.ts';
import { invoices, retainedInvoices } from '#functions/database/schema/invoices-tables.ts';
import { ledgerEntries, ledgerItems } from '#functions/database/schema/ledger-tables.ts';
import { services } from '#functions/database/schema/services-tables.ts';
import { users } from '#functions/database/schema/users-tables.ts';
import {
  CLIENT_KEY_KINDS,
  type ClientKey,
  type FoundClients,
} from '#functions/ports/database/bank/bank-match-store.ts';
import { decimalFromCents } from '#shared/money.ts';
import { rowOf } from './json-rows.ts';
import { canName, countsInMatching, isClient } from './who-counts.ts';

/** What more clients than this have names none of them. */
const CLIENTS_MAX = 4;

/** A list of keys for each kind, so that PostgreSQL does not plan for a single key and read whole tables for each. */
const listKeys = (keys: readonly ClientKey[]): SQL =>
  sql.join(
    CLIENT_KEY_KINDS.map((kind) => {
      const rows = keys.flatMap(({ kind: own, value }, place) =>
        own === kind ? [[place, kind === 'amount' ? decimalFromCents(Number(value)) : value]] : [],
      );

      return sql`${sql.identifier(kind)} as materialized (
        select (value ->> 0)::int as place, value ->> 1 as value
        from jsonb_array_elements(${JSON.stringify(rows)}::jsonb))`;
    }),
    sql`, `,
  );

const key = sql`asked.value`;

/** One way of looking keys up. `clients` joins the clients behind each key by an index, with the columns id and label. */
const lookUp = (
  kind: FoundClients['kind'],
  keyKinds: readonly ClientKey['kind'][],
  clients: SQL,
  verifiedIds: SQL = sql`null::jsonb`,
): SQL => {
  const asked = sql.join(
    keyKinds.map((keyKind) => sql`select place, value from ${sql.identifier(keyKind)}`),
    sql` union all `,
  );

  return sql`
    select ${rowOf(sql`asked.place`, sql`${kind}::text`, sql`jsonb_agg(distinct client.id)`, sql`min(client.label)`, verifiedIds)}
    from (${asked}) as asked ${clients}
    group by asked.place having count(distinct client.id) <= ${CLIENTS_MAX}`;
};

/**
 * The clients whose words, which anybody may type, equal the key: only those who count, so that no stranger is one of
 * too many. One row more than name somebody is enough.
 */
const typedBy = (value: SQL, label: SQL, condition: SQL = sql`true`): SQL => sql`
  cross join lateral (
    select ${users.User_Id} as id, ${label} as label, ${users.email_verified_at} is not null as is_verified
    from ${users} where ${value} = ${key} and ${condition} and ${countsInMatching} limit ${CLIENTS_MAX + 1}
  ) as client`;

const namedBy = (compared: PgColumn, name: PgColumn): SQL =>
  typedBy(sql`${compared}`, sql`${name}`, canName(compared));

const numberedBy = (owNumber: SQL): SQL => sql`
  join (
    select ${users.User_Id} as id, null::text as label, upper(${users.OWNumber}) as value from ${users} where ${isClient}
  ) as client on client.value = ${owNumber}`;

const ownersBy = (value: SQL): SQL => sql`
  join (
    select ${services.user_id} as id, null::text as label, ${value} as value
    from ${services} join ${users} on ${users.User_Id} = ${services.user_id} and ${isClient}
  ) as client on client.value = ${key}`;

const lower = sql`lower(${key})`;

const LOOK_UPS: SQL[] = [
  lookUp('owNumber', ['owNumber'], numberedBy(key)),
  // The character after 9 ends the numbers that begin with the key.
  lookUp(
    'longer',
    ['owNumber'],
    sql`cross join lateral (
      select 0 as id, null::text as label from ${users}
      where lower(${users.OWNumber}) ~>~ ${lower} and lower(${users.OWNumber}) ~<~ (${lower} || ':') limit 1
    ) as client`,
  ),
  lookUp('digits', ['digits'], numberedBy(sql`'OW' || ${key}`)),
  lookUp(
    'invoice',
    ['invoice'],
    sql`join (
      select ${users.User_Id} as id, null::text as label, ${invoices.invoice_number} as value
      from ${invoices} join ${users} on ${users.User_Id} = ${invoices.user_id} and ${isClient}
    ) as client on client.value = ${key}`,
  ),
  lookUp(
    'writtenOff',
    ['invoice'],
    sql`join (
      select 0 as id, null::text as label, issued.number as value
      from (
        select ${invoices.id} as id, ${invoices.invoice_number} as number from ${invoices}
        union all
        select ${retainedInvoices.id}, ${retainedInvoices.invoice_number} from ${retainedInvoices}
      ) as issued
      join ${ledgerItems} on ${ledgerItems.invoice_id} = issued.id and ${ledgerItems.written_off} > 0
    ) as client on client.value = ${key}`,
  ),
  lookUp(
    'mobile',
    ['phone'],
    typedBy(sql`${users.User_Mobile}`, sql`null::text`),
    sql`jsonb_agg(distinct client.id) filter (where client.is_verified)`,
  ),
  lookUp('service', ['phone', 'digits'], ownersBy(sql`lower(${services.msisdn})`)),
  lookUp('username', ['words'], ownersBy(sql`lower(${services.account_username})`)),
  lookUp('reference', ['words', 'digits'], typedBy(sql`lower(${users.User_Ref})`, sql`${users.User_Ref}`)),
  lookUp('surname', ['words', 'name'], namedBy(users.search_surname, users.User_Surname)),
  lookUp('organisation', ['words', 'name'], namedBy(users.search_org, users.User_Org)),
  // Who was booked for two clients names neither, even if one of them was deleted.
  lookUp(
    'payer',
    ['payer'],
    sql`join (
      select payer.value, min(${ledgerEntries.user_id}) as id, null::text as label
      from payer
      join ${bankLines} on ${bankLines.payer} = payer.value
      join ${bankBookings} on ${bankBookings.line_id} = ${bankLines.id} and ${bankBookings.ended_at} is null
        and ${bankBookings.kind} in ('payment', 'joined')
      join ${ledgerEntries} on ${ledgerEntries.id} = ${bankBookings.entry_id}
      group by payer.value having min(${ledgerEntries.user_id}) = max(${ledgerEntries.user_id})
    ) as client on client.value = ${key}
    join ${users} on ${users.User_Id} = client.id and ${isClient}`,
  ),
  // Read from its end, the index of amounts begins with open invoices.
  lookUp(
    'amount',
    ['amount'],
    sql`cross join lateral (
      select ${invoices.user_id} as id, null::text as label from ${invoices}
      where ${invoices.total_amount} = ${key}::numeric and ${isOpen}
      order by (${isOpen}) desc, ${invoices.id} desc limit ${CLIENTS_MAX + 1}
    ) as client
    join ${users} on ${users.User_Id} = client.id and ${isClient}`,
  ),
];

/** Finds the clients of all keys in one statement. */
export const lookUpAll = (keys: readonly ClientKey[]): SQL =>
  sql`with ${listKeys(keys)} ${sql.join(LOOK_UPS, sql` union all `)}`;
