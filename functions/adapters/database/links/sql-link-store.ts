import { eq, type SQL, sql } from 'drizzle-orm';
import * as z from 'zod';
import type { Connection } from '#functions/adapters/database/connection.ts';
import { hasOpenReset } from '#functions/adapters/database/links/open-reset.ts';
import { queueOrdered } from '#functions/adapters/database/mails/mail-jobs.ts';
import { insertAuditRows } from '#functions/adapters/database/system/audit-rows.ts';
import { isOfPerson } from '#functions/adapters/database/system/canary-account.ts';
import { queueContactJob } from '#functions/adapters/database/tickets/helpdesk-contact-job.ts';
import { isEmailTaken } from '#functions/adapters/database/users/email-taken.ts';
import { instantOf } from '#functions/database/instant.ts';
import { linkTokens, mailBlocks, mails } from '#functions/database/schema/mails-tables.ts';
import { users } from '#functions/database/schema/users-tables.ts';
import type { LinkStore } from '#functions/ports/database/links/link-store.ts';
import type { ContactWrite } from '#functions/ports/database/users/user-store.ts';
import { EMAIL_TAKEN } from '#shared/contract/auth.ts';
import type { RouteId } from '#shared/contract/index.ts';
import { AppError } from '#shared/errors.ts';
import { LINK_PURPOSES, mailKinds, PASSWORD_LINKS } from '#shared/mails/mail-kinds.ts';

const REQUEST_RESET: RouteId = 'links.request-reset';

const foundLinks = z.array(
  z.object({
    userId: z.number(),
    purpose: z.enum(LINK_PURPOSES),
    address: z.string(),
    User_Email: z.string(),
    OWNumber: z.string(),
    User_Name: z.string(),
    User_Surname: z.string(),
    emailVerified: z.boolean(),
    isAdmin: z.boolean(),
    isRegistered: z.boolean(),
  }),
);

/** The columns of `link` and its `account`. */
const columns = sql`
  link.user_id as "userId", link.purpose, link.address, account."User_Email", account."OWNumber",
  account."User_Name", account."User_Surname", account.email_verified_at is not null as "emailVerified",
  account.user_role = 'admin' as "isAdmin", account.origin = 'registered' as "isRegistered"`;

const passwordLinks = sql.join(
  PASSWORD_LINKS.map((purpose) => sql`${purpose}`),
  sql`, `,
);

/**
 * True for a link that still holds. A change of the account ends its links; the comparison with the account also refuses
 * a link that a worker wrote at that moment.
 */
const holds = (tokenHash: string, now: Date): SQL => sql`
  link.token_hash = ${tokenHash} and link.user_id = account."User_Id" and link.expires_at > ${instantOf(now)}
  and account."User_Status" = 1
  and case link.purpose
    when 'not-me' then true
    when 'change' then lower(link.address) = lower(account.pending_email)
    else lower(link.address) = lower(account."User_Email")
  end
  and (link.purpose not in (${passwordLinks}) or account.user_role <> 'admin' or account.email_verified_at is not null)`;

/**
 * Changes the address of an account that is locked, or what is known about it; queues the job of its contact if it has
 * one, and lifts the blocks of addresses whose mail came back (D59).
 */
const changeAccount = async (
  db: Connection,
  userId: number,
  change: Record<string, SQL | string | number | boolean | null>,
  { queuesContact, now }: ContactWrite,
) => {
  const changed = db
    .$with('changed')
    .as(
      db
        .update(users)
        .set(change)
        .where(eq(users.User_Id, userId))
        .returning({ id: users.User_Id, contactKey: users.contact_key, contactId: users.User_Support_Id }),
    );
  const ofContact = sql`select ${changed.id}, ${changed.contactKey}, null::text from ${changed} where ${changed.contactId} is not null and ${queuesContact}`;
  const queued = db.$with('queued', {}).as(queueContactJob(ofContact, now));
  const lifted = db
    .$with('lifted', {})
    .as(
      sql`delete from ${mailBlocks} where ${mailBlocks.user_id} = ${userId} and ${mailBlocks.reason} <> 'not-me'`,
    );
  await db.with(changed, queued, lifted).select({ id: changed.id }).from(changed);
};

export const makeLinkStore = (db: Connection): LinkStore => ({
  orderReset: async ({ typed, address, isOneMore }, now) => {
    const waitsSince = new Date(now.getTime() - mailKinds.reset.worthSeconds * 1000);
    const mailId = crypto.randomUUID();
    const audited = insertAuditRows(
      { actorId: null, action: REQUEST_RESET, address },
      { record: sql`'user ' || id`, from: sql`account` },
    );
    await db.execute(sql`
      with found as (
        select ${users.User_Id} as id, ${users.User_Email} as email, ${users.email_verified_at} as verified_at
        from ${users}
        where lower(${users.User_Email}) = ${typed.toLowerCase()} and ${isOfPerson}
        for key share
      ), account as (
        select id, email from found
        where not ${isOneMore} or (
          verified_at is not null
          and not ${hasOpenReset(sql`found.id`, now)}
          and not exists (
            select from ${mails} where ${mails.user_id} = found.id and ${mails.kind} = 'reset'
              and ${mails.state} = 'waiting' and ${mails.created_at} > ${instantOf(waitsSince)}))
      ), ordered as (
        insert into ${mails} (id, kind, key, user_id, recipient, created_at)
        select ${mailId}::uuid, 'reset', ${`reset:${mailId}`}, (select id from account), (select email from account),
          ${instantOf(now)}
        where not ${isOneMore} or exists (select from account)
        returning id
      ), audited as (${audited})
      ${queueOrdered('account-mail', now)}`);

    return mailId;
  },

  find: async ({ tokenHash, purposes }, now) => {
    const { rows } = await db.execute(sql`
      select ${columns} from ${linkTokens} as link, ${users} as account
      where ${holds(tokenHash, now)}`);

    return foundLinks.parse(rows).find(({ purpose }) => purposes.includes(purpose));
  },

  // The account is locked before the link, as everywhere (ARCHITECTURE.md), and read after the wait for its lock.
  take: async ({ tokenHash, userId, purpose }, now) => {
    const { rows } = await db.execute(sql`
      with account as (select * from ${users} where ${eq(users.User_Id, userId)} for no key update)
      delete from ${linkTokens} as link using account
      where ${holds(tokenHash, now)} and link.purpose = ${purpose}
      returning ${columns}`);

    return foundLinks.parse(rows)[0];
  },

  setPassword: (userId, passwordHash, write) =>
    changeAccount(
      db,
      userId,
      {
        User_Pass_Bkp: passwordHash,
        must_change_password: false,
        email_verified_at: sql`coalesce(${users.email_verified_at}, ${instantOf(write.now)})`,
      },
      write,
    ),

  verify: async (userId, write) => {
    await db.delete(linkTokens).where(sql`
      ${linkTokens.user_id} = ${userId} and lower(${linkTokens.address}) = (
        select lower(${users.User_Email}) from ${users} where ${users.User_Id} = ${userId})
      and ${linkTokens.purpose} in ('verify', 'not-me')`);
    await changeAccount(
      db,
      userId,
      { email_verified_at: sql`coalesce(${users.email_verified_at}, ${instantOf(write.now)})` },
      write,
    );
  },

  changeAddress: async (userId, write) => {
    try {
      await changeAccount(
        db,
        userId,
        {
          User_Email: sql`${users.pending_email}`,
          email_verified_at: instantOf(write.now),
          version: sql`${users.version} + 1`,
        },
        write,
      );
    } catch (error) {
      if (!isEmailTaken(error)) {
        throw error;
      }
      throw new AppError('conflict', EMAIL_TAKEN, { cause: error });
    }
  },

  endResets: async (userId) => {
    await db.delete(linkTokens).where(sql`
      ${linkTokens.user_id} = ${userId} and ${linkTokens.purpose} in ('reset', 'not-asked')`);
  },

  giveAddressFree: (userId, replacement, write) => {
    const isTaken = sql`exists (select from ${users} as other where lower(other."User_Email") = lower(${replacement}))`;

    return changeAccount(
      db,
      userId,
      {
        User_Status: 0,
        User_Email: sql`case when ${isTaken} then ${`${crypto.randomUUID()}.${replacement}`} else ${replacement} end`,
        version: sql`${users.version} + 1`,
      },
      write,
    );
  },

  stopMail: async (userId, address) => {
    const ended = db
      .$with('ended', {})
      .as(
        sql`delete from ${linkTokens} where ${linkTokens.user_id} = ${userId} and lower(${linkTokens.address}) = lower(${address})`,
      );
    const kept = db.$with('kept', {}).as(sql`
      update ${users} set pending_email = null, pending_email_at = null
      where ${users.User_Id} = ${userId} and lower(${users.pending_email}) = lower(${address})`);
    await db
      .with(ended, kept)
      .insert(mailBlocks)
      .values({ user_id: userId, address: sql`lower(${address})`, reason: 'not-me' })
      .onConflictDoUpdate({
        target: [mailBlocks.user_id, mailBlocks.address],
        set: { reason: 'not-me' },
      });
  },

  endAllOf: async (userId) => {
    const ended = db
      .$with('ended', {})
      .as(sql`delete from ${linkTokens} where ${linkTokens.user_id} = ${userId}`);
    await db
      .with(ended)
      .update(users)
      .set({ pending_email: null, pending_email_at: null })
      .where(eq(users.User_Id, userId));
  },
});
