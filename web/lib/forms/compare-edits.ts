/** The values of a form, which are texts. */
type Values<Field extends string> = Record<Field, string | null | undefined>;

export interface EditComparison<Field extends string> {
  /** Changed only by the other person: the form takes their value. */
  taken: Field[];
  /** Changed differently by both: this person has to choose. */
  contested: Field[];
}

/** Compares two edits of the same record; both started from `base`. */
export const compareEdits = <Field extends string>(
  fields: readonly Field[],
  base: Values<Field>,
  mine: Values<Field>,
  theirs: Values<Field>,
): EditComparison<Field> => {
  const changedByThem = fields.filter((field) => theirs[field] !== base[field]);

  return {
    taken: changedByThem.filter((field) => mine[field] === base[field]),
    contested: changedByThem.filter((field) => mine[field] !== base[field] && mine[field] !== theirs[field]),
  };
};
