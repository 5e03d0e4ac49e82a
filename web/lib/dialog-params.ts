/** The search parameters of /admin that say which dialog about a user is open over a section. */
export const USER_DIALOG_PARAMS = ['edit', 'field', 'reset', 'by', 'delete'] as const;

/** As above, with the parameters of a client's record and of what is open in it. */
export const RECORD_PARAMS = [
  'client',
  'tab',
  'kind',
  'new',
  'reverse',
  'replaces',
  ...USER_DIALOG_PARAMS,
] as const;

/** Every parameter that a link of the list below the dialogs leaves out. */
export const DIALOG_PARAMS = [...RECORD_PARAMS, 'debug'] as const;

/** Returns the change of an address that takes parameters out of it. */
export const without = <Name extends string>(names: readonly Name[]): Record<Name, undefined> =>
  Object.fromEntries(names.map((name) => [name, undefined])) as Record<Name, undefined>;
