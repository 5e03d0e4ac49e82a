import { type SQL, sql } from 'drizzle-orm';
import type * as z from 'zod';

/** Tells the fields of a schema from other names. */
export const isFieldOf =
  <Shape extends z.ZodRawShape>({ shape }: z.ZodObject<Shape>) =>
  (name: string): name is Extract<keyof Shape, string> =>
    name in shape;

/** The names of the given fields whose value is new, such as 'status,pricePerMonth'; of an edit without fields ''. */
export const listChanges = <Field extends string>(
  fields: readonly Field[],
  before: Record<Field, unknown>,
  after: Record<Field, unknown>,
): SQL<string> => {
  const names = fields.map(
    (name) => sql`case when ${before[name]} is distinct from ${after[name]} then ${name}::text end`,
  );

  // The null counts for nothing and stands for an edit that sends no field.
  return sql`concat_ws(',', ${sql.join([sql`null::text`, ...names], sql`, `)})`;
};
