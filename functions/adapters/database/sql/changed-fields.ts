import { type SQL, sql } from 'drizzle-orm';
import type * as z from 'zod';

/** Returns a type guard for the names of a schema's fields. */
export const isFieldOf =
  <Shape extends z.ZodRawShape>({ shape }: z.ZodObject<Shape>) =>
  (name: string): name is Extract<keyof Shape, string> =>
    name in shape;

/** Lists the given fields whose value is new, such as 'status,pricePerMonth'; '' for an edit without fields. */
export const listChanges = <Field extends string>(
  fields: readonly Field[],
  before: Record<Field, unknown>,
  after: Record<Field, unknown>,
): SQL<string> => {
  const names = fields.map(
    (name) => sql`case when ${before[name]} is distinct from ${after[name]} then ${name}::text end`,
  );

  // The null adds nothing; an edit without fields needs it.
  return sql`concat_ws(',', ${sql.join([sql`null::text`, ...names], sql`, `)})`;
};
