import { sql } from 'drizzle-orm';
import { connectAsOwner } from '#test/support/database/owner-connection.ts';
import type { TestPortal } from '#test/support/portal/open-portal.ts';

/** What a refused request may write: an audit row, and a count of refusals. */
const WRITTEN_BY_REFUSALS = ['audit_log', 'throttle_counters'];

/** Reads everything that the helpdesk stores. */
const readHelpdesk = ({ freshdesk }: TestPortal): string => {
  const { contacts, tickets, conversations } = freshdesk.context.store;

  return JSON.stringify([contacts.list(), tickets.list(), conversations.list()]);
};

/** Opens the whole content of a portal: of each table of its database, and of its helpdesk. */
export const openStoredState = async (portal: TestPortal) => {
  const owner = connectAsOwner();
  const { rows } = await owner.execute(sql`select tablename from pg_tables where schemaname = 'public'`);
  const tables = rows.map(({ tablename }) => String(tablename));
  const askEach = (names: readonly string[], question: (name: string) => string) =>
    owner.execute(sql.raw(names.map(question).join(' union all ')));

  const digests = (names: readonly string[]) =>
    askEach(
      names,
      (name) =>
        `select '${name}' as name, md5(string_agg(row, ',' order by row)) as content from (select t::text as row from ${name} t) as of_table`,
    );

  return {
    /** Returns a digest of each table, and what the helpdesk stores. */
    read: async () => {
      const found = await digests(tables.filter((name) => !WRITTEN_BY_REFUSALS.includes(name)));

      return {
        tables: Object.fromEntries(found.rows.map(({ name, content }) => [String(name), content])),
        helpdesk: readHelpdesk(portal),
      };
    },

    /** Lists the places where a text that matches is stored. */
    findPlaces: async (pattern: RegExp): Promise<string[]> => {
      const { rows: found } = await askEach(
        tables,
        (name) => `select '${name}' as name from ${name} t where t::text ~ '${pattern.source}'`,
      );

      return [
        ...found.map(({ name }) => String(name)),
        ...(pattern.test(readHelpdesk(portal)) ? ['the helpdesk'] : []),
      ];
    },

    /** Returns a digest of each account by its id, its role and status, and all columns of the owner. */
    readAccounts: async (ownerId: number) => {
      const { rows: accounts } = await owner.execute(sql`
        select "User_Id" as id, md5(u::text) as digest, user_role as role, "User_Status" as status,
          case when "User_Id" = ${ownerId}::int then to_jsonb(u)::text end as whole
        from users u`);

      return new Map(
        accounts.map(({ id, digest, role, status, whole }) => [
          Number(id),
          { digest, role, status, columns: JSON.parse(String(whole ?? '{}')) as Record<string, unknown> },
        ]),
      );
    },
  };
};

export type StoredState = Awaited<ReturnType<typeof openStoredState>>;
