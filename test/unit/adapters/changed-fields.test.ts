import { sql } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import { describe, expect, it } from 'vitest';
import { isFieldOf, listChanges } from '#functions/adapters/database/sql/changed-fields.ts';
import { userEdit } from '#shared/contract/users/user-edit.ts';

const before = { town: sql`old.town`, code: sql`old.code` };
const after = { town: sql`town`, code: sql`code` };
const render = (...fields: ('town' | 'code')[]) =>
  new PgDialect().sqlToQuery(listChanges(fields, before, after));

describe('the statement that lists changed fields', () => {
  it('the statement that lists changed fields compares only the given fields', () => {
    expect(render('code')).toMatchObject({
      sql: "concat_ws(',', null::text, case when old.code is distinct from code then $1::text end)",
      params: ['code'],
    });
  });

  it('the statement that lists changed fields is valid SQL also for no field', () => {
    expect(render().sql).toBe("concat_ws(',', null::text)");
  });
});

it('isFieldOf accepts only names of fields of the schema', () => {
  expect(['User_Town', 'version', ''].filter(isFieldOf(userEdit))).toEqual(['User_Town']);
});
