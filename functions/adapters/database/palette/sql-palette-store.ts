import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import * as z from 'zod';
import type { Connection } from '#functions/adapters/database/connection.ts';
import { isOpen } from '#functions/adapters/database/invoices/open-invoices.ts';
import { SERVICE_NUMBERS } from '#functions/adapters/database/services/service-numbers.ts';
import { selectMatches } from '#functions/adapters/database/sql/indexed-search.ts';
import { ONE_ROW } from '#functions/adapters/database/sql/one-row.ts';
import { auditingPage } from '#functions/adapters/database/system/audited-reads.ts';
import { CANARY_ID } from '#functions/adapters/database/system/canary-account.ts';
import { creditNotes, documentCounters, invoices } from '#functions/database/schema/invoices-tables.ts';
import { ledgerItems } from '#functions/database/schema/ledger-tables.ts';
import { services } from '#functions/database/schema/services-tables.ts';
import { helpdeskTickets } from '#functions/database/schema/tickets-tables.ts';
import { users } from '#functions/database/schema/users-tables.ts';
import type {
  PaletteFound,
  PaletteSearch,
  PaletteStore,
} from '#functions/ports/database/palette/palette-store.ts';
import {
  PALETTE_RESULTS_MAX,
  paletteCreditNote,
  paletteInvoice,
  paletteTicket,
} from '#shared/contract/palette.ts';
import { decimalFromCents } from '#shared/money.ts';
import { type DocumentNumber, type Series, serialsOf } from '#shared/portal-numbers.ts';

const foundService = z.object({
  id: z.number(),
  serviceCategory: z.string(),
  accountType: z.string().nullable(),
  msisdn: z.string().nullable(),
  simSerialNumber: z.string().nullable(),
  accountUsername: z.string().nullable(),
  userId: z.number(),
  userName: z.string(),
  company: z.string().nullable(),
});

const owner = sql`'userId', ${users.User_Id}, 'userName', trim(${users.User_Name} || ' ' || ${users.User_Surname}), 'company', ${users.User_Org}`;

/** Reads the index `invoices_total` from its end: open invoices first, the newest first. */
const findByAmount = (cents: number): SQL => sql`(
  select ${invoices.id} as found_id, 2 as rank from ${invoices}
  where ${invoices.total_amount} = ${decimalFromCents(cents)}::numeric
  order by (${isOpen}) desc, ${invoices.id} desc limit ${PALETTE_RESULTS_MAX})`;

/** Returns the typed number if it may be one of the series. */
const numberIn = (series: Series, { document }: PaletteSearch): DocumentNumber | undefined =>
  document && (document.series ?? series) === series ? document : undefined;

interface Numbered {
  series: Series;
  id: PgColumn;
  number: PgColumn;
  table: PgTable;
}

/** Selects what a typed number may mean, in each year in which the series has documents: the number itself comes first. */
const findByNumber = ({ series, id, number, table }: Numbered, typed: DocumentNumber): SQL[] =>
  serialsOf(typed).map(
    ([first, last], rank) => sql`(
      select ${id} as found_id, ${rank}::int as rank from ${documentCounters}
      join ${table} on ${number} between ${`${series}-`} || ${documentCounters.year} || ${`-${first}`}
        and ${`${series}-`} || ${documentCounters.year} || ${`-${last}`}
      where ${documentCounters.series} = ${series}
        and ${documentCounters.year} = coalesce(${typed.year ?? null}::int, ${documentCounters.year})
      order by ${id} desc limit ${PALETTE_RESULTS_MAX})`,
  );

const bestOf = (ways: readonly SQL[]): SQL => sql`
  select found_id, min(rank) as rank from (${sql.join([...ways], sql` union all `)}) as found
  group by found_id order by rank, found_id desc limit ${PALETTE_RESULTS_MAX}`;

const INVOICE_NUMBERS: Numbered = {
  series: 'INV',
  id: invoices.id,
  number: invoices.invoice_number,
  table: invoices,
};
const NOTE_NUMBERS: Numbered = {
  series: 'CN',
  id: creditNotes.id,
  number: creditNotes.credit_note_number,
  table: creditNotes,
};

const NONE = sql`'[]'::jsonb`;

const listInvoices = (search: PaletteSearch): SQL => {
  const number = numberIn('INV', search);
  const ways = [
    ...(number ? findByNumber(INVOICE_NUMBERS, number) : []),
    ...(search.amountCents === undefined ? [] : [findByAmount(search.amountCents)]),
  ];

  return ways.length === 0
    ? NONE
    : sql`(
      select jsonb_agg(
        jsonb_build_object('id', ${invoices.id}, 'invoiceNumber', ${invoices.invoice_number},
          'totalAmount', ${invoices.total_amount}, 'status', ${invoices.status},
          'amountDue', ${ledgerItems.due}, 'credited', ${ledgerItems.credited},
          'writtenOff', ${ledgerItems.written_off}, ${owner})
        order by rank, (${isOpen}) desc, ${invoices.id} desc)
      from (${bestOf(ways)}) as matches
      join ${invoices} on ${invoices.id} = found_id
      join ${ledgerItems} on ${ledgerItems.invoice_id} = ${invoices.id}
      join ${users} on ${users.User_Id} = ${invoices.user_id})`;
};

const listCreditNotes = (search: PaletteSearch): SQL => {
  const number = numberIn('CN', search);

  return number === undefined
    ? NONE
    : sql`(
      select jsonb_agg(
        jsonb_build_object('id', ${creditNotes.id}, 'creditNoteNumber', ${creditNotes.credit_note_number},
          'totalAmount', ${creditNotes.total_amount}, 'invoiceId', ${creditNotes.invoice_id},
          'invoiceNumber', ${invoices.invoice_number}, ${owner})
        order by rank, ${creditNotes.id} desc)
      from (${bestOf(findByNumber(NOTE_NUMBERS, number))}) as matches
      join ${creditNotes} on ${creditNotes.id} = found_id
      join ${invoices} on ${invoices.id} = ${creditNotes.invoice_id}
      join ${users} on ${users.User_Id} = ${creditNotes.user_id})`;
};

const listServices = ({ terms }: PaletteSearch): SQL => {
  const searched = {
    ...SERVICE_NUMBERS,
    found: services.id,
    visible: sql`${services.user_id} > ${CANARY_ID}`,
    startRank: sql`0`,
    rowsMax: PALETTE_RESULTS_MAX,
  };
  const matches = selectMatches({
    terms,
    tables: [searched],
    tablesOfShortTerms: [],
    resultsMax: PALETTE_RESULTS_MAX,
  });

  return sql`(
    select jsonb_agg(
      jsonb_build_object('id', ${services.id}, 'serviceCategory', ${services.service_category},
        'accountType', ${services.account_type}, 'msisdn', ${services.msisdn},
        'simSerialNumber', ${services.sim_serial_number}, 'accountUsername', ${services.account_username}, ${owner})
      order by rank, ${services.id} desc)
    from ${matches} as matches
    join ${services} on ${services.id} = found_id
    join ${users} on ${users.User_Id} = ${services.user_id})`;
};

const listTickets = ({ terms, ticketId }: PaletteSearch): SQL => {
  const searched = {
    table: helpdeskTickets,
    id: helpdeskTickets.id,
    found: helpdeskTickets.id,
    visible: sql`true`,
    text: helpdeskTickets.search_text,
    fields: [],
    startRank: sql`0`,
    rowsMax: PALETTE_RESULTS_MAX,
  };
  const byNumber = sql`(
    select ${helpdeskTickets.id}, 0 from ${helpdeskTickets} where ${helpdeskTickets.id} = ${ticketId}::bigint)`;
  const matches = selectMatches({
    terms,
    tables: [searched],
    tablesOfShortTerms: [],
    known: ticketId === undefined ? [] : [byNumber],
    resultsMax: PALETTE_RESULTS_MAX,
  });

  return sql`(
    select jsonb_agg(
      jsonb_build_object('id', ${helpdeskTickets.id}, 'subject', ${helpdeskTickets.ticket} ->> 'subject',
        'status', ${helpdeskTickets.status}, ${owner})
      order by rank, ${helpdeskTickets.id} desc)
    from ${matches} as matches
    join ${helpdeskTickets} on ${helpdeskTickets.id} = found_id
    join ${users} on ${users.User_Support_Id} = ${helpdeskTickets.requester_id})`;
};

/** Reads a list of records that the statement made; it is null if there are none. */
const readList = <Schema extends z.ZodType>(list: SQL, schema: Schema) =>
  sql<z.output<Schema>[]>`coalesce(${list}, '[]'::jsonb)`.mapWith((text: string) =>
    z.array(schema).parse(JSON.parse(text)),
  );

export const makePaletteStore = (db: Connection): PaletteStore => ({
  search: async (search, audit) => {
    const [found] = await db
      .with(...auditingPage(db, audit))
      .select({
        invoices: readList(listInvoices(search), paletteInvoice),
        creditNotes: readList(listCreditNotes(search), paletteCreditNote),
        services: readList(listServices(search), foundService),
        tickets: readList(listTickets(search), paletteTicket),
      })
      .from(ONE_ROW);

    return (
      (found satisfies PaletteFound | undefined) ?? {
        invoices: [],
        creditNotes: [],
        services: [],
        tickets: [],
      }
    );
  },
});
