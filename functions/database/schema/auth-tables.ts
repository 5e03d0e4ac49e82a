import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import { instant } from '#functions/database/instant.ts';
import { createdAt } from './columns.ts';
import { users } from './users-tables.ts';

export const sessions = pgTable(
  'sessions',
  {
    id: uuid('id').primaryKey(),
    user_id: integer('user_id')
      .notNull()
      .references(() => users.User_Id, { onDelete: 'cascade' }),
    created_at: createdAt(),
    expires_at: instant('expires_at').notNull(),
    /** Browser and system, read from the user agent at sign-in; null if it names no known one (D50). */
    browser: text('browser'),
    system: text('system'),
    /** Cut as in the audit log. */
    address: text('address'),
    last_used_at: instant('last_used_at').notNull().default(sql`now()`),
    /** 2 after a second factor, which a user-verified passkey is by itself (D47). */
    level: smallint('level').notNull().default(1),
    /** 'second-step' while the second step of the sign-in is open. */
    needs: text('needs'),
    signed_in_by: text('signed_in_by').notNull().default('password'),
    /** When the user last proved who they are (D48). */
    proved_at: instant('proved_at').notNull().default(sql`now()`),
    /** The user chose 'Remember me'. */
    is_remembered: boolean('is_remembered').notNull().default(false),
    /** The counters of the sign-in, which its second step gives back. */
    counted: jsonb('counted'),
  },
  (table) => [
    index('sessions_user').on(table.user_id),
    check('sessions_level_check', sql`${table.level} in (1, 2)`),
    check('sessions_needs_check', sql`${table.needs} in ('second-step')`),
    check(
      'sessions_signed_in_by_check',
      sql`${table.signed_in_by} in ('password', 'code', 'passkey', 'recovery')`,
    ),
  ],
);

const ofUser = () =>
  integer('user_id')
    .notNull()
    .references(() => users.User_Id, { onDelete: 'cascade' });

export const passkeys = pgTable(
  'passkeys',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    user_id: ofUser(),
    /** Both in base64url, as browsers and the library name them. */
    credential_id: text('credential_id').notNull().unique('passkeys_credential_id_key'),
    public_key: text('public_key').notNull(),
    counter: bigint('counter', { mode: 'number' }).notNull(),
    is_backed_up: boolean('is_backed_up').notNull(),
    transports: jsonb('transports').$type<string[]>().notNull(),
    name: text('name').notNull(),
    created_at: createdAt(),
    last_used_at: instant('last_used_at'),
  },
  (table) => [index('passkeys_user').on(table.user_id)],
);

export const totpFactors = pgTable('totp_factors', {
  user_id: ofUser().primaryKey(),
  /** The secret, sealed with the factor key of this id. */
  sealed: text('sealed').notNull(),
  key_id: text('key_id').notNull(),
  /** Null until a code confirms it; until then it is no factor. */
  confirmed_at: instant('confirmed_at'),
  /** The step of the last code that was used: no code of it or an earlier one works again. */
  last_step: bigint('last_step', { mode: 'number' }).notNull().default(0),
});

export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    user_id: ofUser(),
    /** A letter from A to J: it finds the row, so that a try costs one hash. */
    place: text('place').notNull(),
    /** An argon2id hash as a PHC string. */
    hash: text('hash').notNull(),
    used_at: instant('used_at'),
  },
  (table) => [primaryKey({ columns: [table.user_id, table.place] })],
);

/** Challenges of passkeys that were used, hashed: a challenge has no row before. */
export const usedChallenges = pgTable(
  'used_challenges',
  {
    hash: text('hash').primaryKey(),
    expires_at: instant('expires_at').notNull(),
  },
  (table) => [index('used_challenges_expires_at').on(table.expires_at)],
);
