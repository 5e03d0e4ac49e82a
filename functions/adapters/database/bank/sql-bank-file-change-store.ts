import { sql } from 'drizzle-orm';
import * as z from 'zod';
import type { Connection } from '#functions/adapters/database/connection.ts';
import { insertAuditRows } from '#functions/adapters/database/system/audit-rows.ts';
import { bankFiles, bankLines, bankProposals } from '#functions/database/schema/bank-tables.ts';
import type { BankFileChangeStore } from '#functions/ports/database/bank/bank-file-change-store.ts';
import { isOpenLine } from './bank-line-json.ts';
import { lockUploads } from './lock-uploads.ts';
import { lockedColumns, lockedRow } from './locked-columns.ts';
import { seenInOtherFile } from './seen-in-other-file.ts';
import { hasTouchedLine, ignoredAsSameIn, isBookedLine, isEarlierLine, repeatedBy } from './touched-lines.ts';

/** A page of lines, whose texts stay below the 1 MiB of an answer. */
const LINES_OF_A_PAGE = 1_000;
const BYTES_OF_A_PAGE = 500_000;

const obstacles = z.object({
  hasBookings: z.boolean(),
  repeatedBy: z.number().nullable(),
  ignoredAsSameIn: z.number().nullable(),
});
const undecidedRow = lockedRow.extend({ fileId: z.number() });

export const makeBankFileChangeStore = (db: Connection): BankFileChangeStore => ({
  lock: async (fileId, scope) => {
    const { rows } = await db.execute(sql`
      select account, ${lockUploads(sql`account`)} from ${bankFiles} where id = ${fileId}`);
    const { rows: locked } = await db.execute(sql`
      with locked as (
        select line.id from ${bankLines} as line join ${bankFiles} as file on file.account = line.account
        where file.id = ${fileId} and ${scope === 'account' ? sql`true` : sql`(line.file_id = file.id or ${isOpenLine})`}
        order by line.id for update of line
      )
      select account, (select count(*) from locked) from ${bankFiles} where id = ${fileId}`);

    return rows[0] && locked[0] && { account: String(locked[0].account) };
  },

  findObstacles: async (fileId) => {
    const { rows } = await db.execute(sql`
      select ${hasTouchedLine} as "hasBookings", ${repeatedBy} as "repeatedBy", ${ignoredAsSameIn} as "ignoredAsSameIn"
      from ${bankFiles} as file
      where file.id = ${fileId}`);

    return obstacles.parse(rows[0]);
  },

  remove: async (fileId, audit) => {
    await db.execute(sql`
      with removed as (
        delete from ${bankFiles} where id = ${fileId} returning id, from_day, to_day
      )
      ${insertAuditRows(audit, {
        record: sql`'bank file ' || removed.id`,
        changes: sql`jsonb_build_object('from', from_day, 'to', to_day)`,
        from: sql`removed`,
      })}`);
  },

  isBooked: async (account) => {
    const { rows } = await db.execute(sql`
      select exists (select from ${bankLines} as line where line.account = ${account} and ${isBookedLine}) as is`);

    return rows[0]?.is === true;
  },

  setFirstDay: async (account, bookFrom, audit) => {
    await db.execute(sql`
      with changed as (
        update ${bankFiles} set book_from = ${bookFrom}::date where account = ${account} returning id
      )
      ${insertAuditRows(audit, {
        record: sql`'bank file ' || changed.id`,
        changes: sql`${JSON.stringify(audit.changes)}::jsonb`,
        from: sql`(select min(id) as id from changed) as changed`,
      })}`);
  },

  ignoreBefore: async (account, day) => {
    await db.execute(sql`
      with ignored as (
        update ${bankLines} as line set state = 'ignored', payer = null, perhaps = null, perhaps_payment_id = null
        where account = ${account} and date < ${day}::date and ${isOpenLine}
        returning id
      )
      delete from ${bankProposals} where line_id in (select id from ignored)`);
  },

  listUndecided: async (account, from, afterId) => {
    const { rows } = await db.execute(sql`
      with line as (
        select * from ${bankLines} as line
        where account = ${account} and date >= ${from}::date and id > ${afterId}::bigint and ordered_by is null
          and (${isOpenLine} or ${isEarlierLine})
        order by id limit ${LINES_OF_A_PAGE}
      ), summed as (
        select *, row_number() over (order by id) as nth,
          sum(octet_length(description) + coalesce(octet_length(reference), 0)) over (order by id) as bytes
        from line
      )
      select line.file_id as "fileId", ${lockedColumns(seenInOtherFile)}
      from summed as line where nth = 1 or bytes < ${BYTES_OF_A_PAGE} order by id`);

    return rows.map((row) => undecidedRow.parse(row));
  },
});
