import { desc, eq, type SQL, sql } from 'drizzle-orm';
import * as z from 'zod';
import type { Connection } from '#functions/adapters/database/connection.ts';
import { isDue, isStillPayable } from '#functions/adapters/database/payments/due-items.ts';
import { payingOrder } from '#functions/adapters/database/payments/settle-account.ts';
import { ONE_ROW } from '#functions/adapters/database/sql/one-row.ts';
import { insertAuditRows } from '#functions/adapters/database/system/audit-rows.ts';
import { auditingPage, auditRow } from '#functions/adapters/database/system/audited-reads.ts';
import { instantOf } from '#functions/database/instant.ts';
import { bankFiles, bankLines, bankProposals } from '#functions/database/schema/bank-tables.ts';
import { ledgerItems } from '#functions/database/schema/ledger-tables.ts';
import { users } from '#functions/database/schema/users-tables.ts';
import type { BankFileStore } from '#functions/ports/database/bank/bank-file-store.ts';
import type { PageAudit } from '#functions/ports/database/system/journal-store.ts';
import { bankMapping } from '#shared/contract/bank/bank-files.ts';
import type { BANK_LINE_FILTERS } from '#shared/contract/bank/line-states.ts';
import { openItem } from '#shared/contract/payments/ledger-payments.ts';
import { centsFromDecimal } from '#shared/money.ts';
import { addBankFile, addBankLines } from './add-bank-file.ts';
import { bankFileJson, readBankFile } from './bank-file-json.ts';
import { bankLineJson, isOpenLine, readBankLine } from './bank-line-json.ts';
import { lockUploads } from './lock-uploads.ts';
import { recogniseLines } from './recognise-lines.ts';

const accountRows = z.array(z.object({ account: z.string(), bookFrom: z.string(), readUntil: z.string() }));

/** The first file of an account says from which day on its lines are booked. */
const readAccounts = sql`(
  select jsonb_agg(jsonb_build_object('account', account, 'bookFrom', book_from, 'readUntil', read_until))
  from (
    select account, (array_agg(book_from order by id))[1] as book_from, max(to_day) as read_until
    from ${bankFiles} group by account
  ) as read)`;

const matchesFilter = (filter: (typeof BANK_LINE_FILTERS)[number] | undefined, today: string): SQL => {
  switch (filter) {
    case undefined:
      return sql`true`;
    case 'open':
      return isOpenLine;
    case 'unsure':
      return sql`${isOpenLine} and line.state <> 'certain'`;
    case 'waiting':
      return sql`${isOpenLine} and line.date > ${today}::date`;
    default:
      return sql`line.state = ${filter}`;
  }
};

const debtRow = z.object({
  lineAmount: z.string(),
  description: z.string(),
  reference: z.string().nullable(),
  isClosed: z.boolean(),
  balance: z.string().nullable(),
  item: z.string().nullable(),
});

export const makeBankFileStore = (db: Connection): BankFileStore => {
  /** Reads a page of the chosen lines, by day, with the number and sum of all of them. */
  const pageOfLines = async (
    chosen: SQL,
    { offset, limit }: { offset: number; limit: number },
    today: string,
    audit: PageAudit,
    isThere: SQL = sql`true`,
  ) => {
    const found = db.$with('chosen', {}).as(sql`select * from ${bankLines} as line where ${chosen}`);
    const shown = sql`(
      select line.date, line.id, ${bankLineJson(today)} as json
      from (select * from ${found} order by date, id offset ${offset} limit ${limit}) as line) as shown`;
    const rows = await db
      .with(...auditingPage(db, audit, isThere), found)
      .select({
        isThere: sql<boolean>`${isThere}`,
        total: sql<number>`(select count(*) from ${found})`,
        sum: sql<string>`(select coalesce(sum(amount), 0) from ${found})`,
        line: sql<string | null>`shown.json`,
      })
      .from(ONE_ROW)
      .leftJoin(shown, sql`true`)
      .orderBy(sql`shown.date, shown.id`);

    return {
      isThere: rows[0]?.isThere ?? false,
      total: rows[0]?.total ?? 0,
      sumCents: centsFromDecimal(String(rows[0]?.sum ?? 0)),
      lines: rows.flatMap(({ line }) => (line === null ? [] : [readBankLine(line)])),
    };
  };

  const findFile = async (fileId: SQL, today: string) => {
    const [row] = await db
      .select({ file: sql<string>`${bankFileJson(today)}` })
      .from(sql`${bankFiles} as file`)
      .where(sql`file.id = ${fileId}`);

    return row && readBankFile(row.file);
  };

  return {
    list: async ({ offset, limit }, today, audit) => {
      const shown = sql`(
        select file.id, ${bankFileJson(today)} as json
        from (select * from ${bankFiles} order by id desc offset ${offset} limit ${limit}) as file) as shown`;
      const rows = await db
        .with(...auditingPage(db, audit))
        .select({
          total: sql<number>`(select count(*) from ${bankFiles})`,
          accounts: sql<string | null>`${readAccounts}`,
          firstOpenDay: sql<string | null>`first_open_day()::text`,
          file: sql<string | null>`shown.json`,
        })
        .from(ONE_ROW)
        .leftJoin(shown, sql`true`)
        .orderBy(sql`shown.id desc`);

      return {
        total: rows[0]?.total ?? 0,
        firstOpenDay: rows[0]?.firstOpenDay ?? null,
        accounts: accountRows.parse(JSON.parse(rows[0]?.accounts ?? '[]')),
        files: rows.flatMap(({ file }) => (file === null ? [] : [readBankFile(file)])),
      };
    },

    find: (fileId, today) => findFile(sql`${fileId}`, today),

    findOfLine: (lineId, today) =>
      findFile(sql`(select file_id from ${bankLines} where ${eq(bankLines.id, lineId)})`, today),

    listLines: async (fileId, { state, line }, page, today, audit) => {
      const { isThere, total, lines } = await pageOfLines(
        sql`line.file_id = ${fileId} and ${matchesFilter(state, today)}
          and ${line === undefined ? sql`true` : sql`line.id = ${line}`}`,
        page,
        today,
        audit,
        sql`exists (select from ${bankFiles} where ${eq(bankFiles.id, fileId)})`,
      );

      return isThere ? { total, lines } : undefined;
    },

    listUnidentified: async (page, today, audit) => {
      const { total, sumCents, lines } = await pageOfLines(
        sql`line.state = 'unidentified'`,
        page,
        today,
        audit,
      );

      return { total, sumCents, lines };
    },

    readDebt: async (lineId, userId, limit, audit) => {
      const isClosed = sql`exists (
        select from ${ledgerItems} where ${ledgerItems.user_id} = ${userId} and ${ledgerItems.is_retained})`;
      const { rows } = await db.execute(sql`
        with audited as (${auditRow(audit, {
          record: sql`${`user ${userId}`}`,
          from: sql`${bankLines} as line`,
          condition: sql`line.id = ${lineId}
            and (${isClosed} or exists (select from ${users} where ${users.User_Id} = ${userId}))`,
        })})
        select line.amount::text as "lineAmount", line.description, line.reference, ${isClosed} as "isClosed",
          ${users.User_Debit}::text as balance, item.json::text as item
        from ${bankLines} as line
        left join ${users} on ${users.User_Id} = ${userId}
        left join lateral (
          select row_number() over (order by ${payingOrder(sql`${ledgerItems}`)}) as place, jsonb_build_object(
            'kind', kind, 'invoiceId', invoice_id, 'number', number, 'date', date, 'dueDate', due_date, 'amountDue', due,
            'writtenOff', written_off) as json
          from ${ledgerItems} where ${ledgerItems.user_id} = ${users.User_Id} and (${isDue} or ${isStillPayable})
          order by place limit ${limit}
        ) as item on true
        where line.id = ${lineId}
        order by item.place`);
      const found = rows.map((row) => debtRow.parse(row));
      const [first] = found;

      return (
        first && {
          lineCents: centsFromDecimal(first.lineAmount),
          description: first.description,
          reference: first.reference,
          isClosed: first.isClosed,
          client:
            first.balance === null
              ? undefined
              : {
                  balanceCents: centsFromDecimal(first.balance),
                  items: found.flatMap(({ item }) =>
                    item === null ? [] : [openItem.parse(JSON.parse(item))],
                  ),
                },
        }
      );
    },

    findHeader: async (header) => {
      const [row] = await db
        .select({
          account: sql<string | null>`(
            select min(account) from ${bankFiles} where header = ${header} having min(account) = max(account))`,
          mapping: bankFiles.mapping,
        })
        .from(bankFiles)
        .where(eq(bankFiles.header, header))
        .orderBy(desc(bankFiles.id))
        .limit(1);

      return row && { ...row, mapping: row.mapping === null ? null : bankMapping.parse(row.mapping) };
    },

    lockAccount: async (account) => {
      await db.execute(sql`select ${lockUploads(sql`${account}`)}`);
    },

    readAccount: async (account) => {
      const [row] = await db
        .select({
          bookFrom: sql<string | null>`(
            select book_from::text from ${bankFiles} where ${eq(bankFiles.account, account)} order by id limit 1)`,
          firstOpenDay: sql<string | null>`first_open_day()::text`,
          readUntil: sql<string | null>`(
            select to_day::text from ${bankFiles} where ${eq(bankFiles.account, account)}
            order by to_day desc, id desc limit 1)`,
          closing: sql<string | null>`(
            select closing::text from ${bankFiles} where ${eq(bankFiles.account, account)}
            order by to_day desc, id desc limit 1)`,
        })
        .from(ONE_ROW);

      return {
        bookFrom: row?.bookFrom ?? null,
        firstOpenDay: row?.firstOpenDay ?? null,
        readUntil: row?.readUntil ?? null,
        closingCents: row?.closing ? centsFromDecimal(row.closing) : null,
      };
    },

    recognise: recogniseLines(db),

    addFile: addBankFile(db),
    addLines: addBankLines(db),

    ignoreSame: async (fileId, audit, now) => {
      await db.execute(sql`
        with same as (
          select id from ${bankLines} as line where file_id = ${fileId} and same_as is not null and ${isOpenLine}
          order by id for update
        ), ignored as (
          update ${bankLines} as line
          set state = 'ignored', ordered_by = null, decided_by = ${audit.actorId}::int, decided_at = ${instantOf(now)}
          from same where line.id = same.id returning line.amount
        ), forgotten as (
          delete from ${bankProposals} where line_id in (select id from same)
        )
        ${insertAuditRows(audit, {
          record: sql`${`bank file ${fileId}`}`,
          changes: sql`jsonb_build_object('lines', lines, 'amount', amount)`,
          from: sql`(select count(*) as lines, sum(amount) as amount from ignored having count(*) > 0) as counted`,
        })}`);
    },
  };
};
