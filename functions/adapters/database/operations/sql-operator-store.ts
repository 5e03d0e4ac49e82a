import { count, eq, sql } from 'drizzle-orm';
import type { AwsDataApiPgDatabase } from 'drizzle-orm/aws-data-api/pg';
import * as z from 'zod';
import { insertOpeningEntries } from '#functions/adapters/database/payments/opening-entry.ts';
import { insertAuditRows } from '#functions/adapters/database/system/audit-rows.ts';
import { sessions } from '#functions/database/schema/auth-tables.ts';
import { linkTokens } from '#functions/database/schema/mails-tables.ts';
import { users } from '#functions/database/schema/users-tables.ts';
import {
  type ImportedClient,
  type OperatorStore,
  ORIGINS,
} from '#functions/ports/database/operations/operator-store.ts';

/** No account of the portal is the actor: AWS knows who may run these commands, by the operator's credentials. */
const operator = (action: string) => ({ actorId: null, action, address: 'terminal' });

/** The columns of an imported line, with their types. */
const CLIENT_COLUMNS = {
  User_Name: 'text',
  User_Surname: 'text',
  User_Email: 'text',
  User_Mobile: 'text',
  User_RegNo: 'text',
  User_Org: 'text',
  User_Address: 'text',
  User_Town: 'text',
  User_Code: 'text',
  User_State: 'text',
  User_Country: 'text',
  User_VAT: 'text',
  User_Ref: 'text',
  User_DOB_Day: 'int',
  User_DOB_Month: 'int',
  User_DOB_Year: 'int',
  User_Status: 'int',
  User_Debit: 'numeric',
  email_verified_at: 'timestamptz',
} as const satisfies Partial<Record<keyof ImportedClient, string>>;

const names = Object.keys(CLIENT_COLUMNS).map((name) => sql.identifier(name));
const typedNames = Object.entries(CLIENT_COLUMNS).map(
  ([name, type]) => sql`${sql.identifier(name)} ${sql.raw(type)}`,
);
const list = (parts: Parameters<typeof sql.join>[0]) => sql.join(parts, sql`, `);

const origin = z.enum(ORIGINS);

const isUnproven = sql<boolean>`(${users.origin} = 'registered' and ${users.email_verified_at} is null)`;

const foundClients = z.array(
  z.object({
    line: z.coerce.number(),
    owNumberOfEmail: z.string().nullable(),
    isUnproven: z.boolean(),
  }),
);
const writtenLines = z.array(z.object({ line: z.coerce.number() }));

/** `owner` is a connection as the role that owns the sequence; the application may only take numbers from it. */
export const makeOperatorStore = (db: AwsDataApiPgDatabase, owner: AwsDataApiPgDatabase): OperatorStore => ({
  countAdmins: async () => {
    const [row] = await db.select({ admins: count() }).from(users).where(eq(users.user_role, 'admin'));

    return row?.admins ?? 0;
  },

  findByEmail: async (email) => {
    const [row] = await db
      .select({
        userId: users.User_Id,
        owNumber: users.OWNumber,
        User_Name: users.User_Name,
        User_Surname: users.User_Surname,
        role: users.user_role,
        madeAt: users.User_Date,
        origin: users.origin,
        isEmailVerified: sql<boolean>`${users.email_verified_at} is not null`.as('email_verified'),
        isUnproven: isUnproven.as('is_unproven'),
      })
      .from(users)
      .where(sql`lower(${users.User_Email}) = lower(${email})`);

    if (!row) {
      return undefined;
    }
    const { role, ...account } = row;

    return { ...account, isAdmin: role === 'admin', origin: origin.parse(account.origin) };
  },

  addAdmin: async ({ User_Name, User_Surname, User_Email, passwordHash }, { allowAnother }) => {
    const added = db.$with('added', { userId: users.User_Id, owNumber: users.OWNumber }).as(sql`
      insert into ${users} ("User_Name", "User_Surname", "User_Email", "User_Pass_Bkp", user_role, origin)
      select ${User_Name}, ${User_Surname}, ${User_Email}, ${passwordHash}, 'admin', 'operator'
      where ${allowAnother} or not exists (select from ${users} where ${users.user_role} = 'admin')
      on conflict do nothing
      returning "User_Id", "OWNumber"`);
    const audited = db.$with('audited', {}).as(
      insertAuditRows(operator('operations.admin'), {
        record: sql`'user ' || added."User_Id"`,
        from: sql`added`,
        changes: sql`'{"user_role": "admin"}'::jsonb`,
      }),
    );
    const [row] = await db.with(added, audited).select().from(added);

    return row;
  },

  promote: (userId, passwordHash) =>
    db.transaction(async (transaction) => {
      const promoted = await transaction
        .update(users)
        .set({
          user_role: 'admin',
          User_Status: 1,
          User_Pass_Bkp: passwordHash,
          must_change_password: false,
          pending_email: null,
          pending_email_at: null,
          version: sql`${users.version} + 1`,
        })
        .where(eq(users.User_Id, userId))
        .returning({ userId: users.User_Id });
      await transaction.delete(sessions).where(eq(sessions.user_id, userId));
      await transaction.delete(linkTokens).where(eq(linkTokens.user_id, userId));
      await transaction.execute(
        insertAuditRows(operator('operations.admin'), {
          record: sql`'user ' || "User_Id"`,
          from: sql`${users} where ${eq(users.User_Id, userId)}`,
          changes: sql`'{"user_role": "admin", "User_Status": 1, "User_Pass_Bkp": null}'::jsonb`,
        }),
      );

      return promoted.length === 1;
    }),

  findClients: async (clients) => {
    const { rows } = await db.execute(sql`
      select line, by_email."OWNumber" as "owNumberOfEmail",
        exists (select from ${users} where ${users.User_Id} = by_email."User_Id" and ${isUnproven}) as "isUnproven"
      from jsonb_to_recordset(${JSON.stringify(clients)}::jsonb) as client (line int, email text, "owNumber" text)
      left join users by_email on lower(by_email."User_Email") = lower(email)
      left join users by_number on upper(by_number."OWNumber") = upper("owNumber")
      where by_email."User_Id" is not null or by_number."User_Id" is not null`);

    return foundClients.parse(rows);
  },

  reserveOwNumbers: (highest) =>
    owner.transaction(async (transaction) => {
      // Nobody registers meanwhile, so that no number is taken between the check and the change. A transaction that
      // waits for this lock holds up everyone behind it, so it waits only briefly.
      await transaction.execute(sql`set local lock_timeout = '5s'`);
      await transaction.execute(sql`lock table ${users} in share mode`);
      await transaction.execute(sql`
        select setval('ow_number_seq', ${highest}::bigint) from ow_number_seq where last_value <= ${highest}::bigint`);
    }),

  addClients: async (clients, takenOn) => {
    const audit = insertAuditRows(operator('operations.import'), {
      record: sql`'user ' || "User_Id"`,
      from: sql`added`,
    });
    const { rows } = await db.execute(sql`
      with client as (
        select * from jsonb_to_recordset(${JSON.stringify(clients)}::jsonb) as brought (
          line int, "OWNumber" text, "User_Date" timestamptz, "User_Debit_Due" date, "passwordHash" text,
          ${list(typedNames)})
      ), added as (
        insert into users ("OWNumber", "User_Date", "User_Pass_Bkp", origin, ${list(names)})
        select coalesce("OWNumber", 'OW' || nextval('ow_number_seq')), coalesce("User_Date", now()), "passwordHash",
          'imported', ${list(names)}
        from client order by line
        on conflict do nothing
        returning "User_Id", "User_Email", "User_Debit"
      ), opened as (
        ${insertOpeningEntries(sql`
          select added."User_Id" as user_id, ${takenOn}::date as taken_on, added."User_Debit" as balance,
            client."User_Debit_Due" as due_date
          from client join added on added."User_Email" = client."User_Email"`)}
      ), audited as (${audit})
      select line from client join added on added."User_Email" = client."User_Email"`);

    return writtenLines.parse(rows).map(({ line }) => line);
  },
});
