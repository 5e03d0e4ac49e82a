/** What is open about a client: the record with its tab and form, a dialog. */
export const RECORD_PARAMS = ['client', 'tab', 'kind', 'new', 'open'] as const;

/** Returns the change of an address that takes parameters out of it. */
export const without = <Name extends string>(names: readonly Name[]): Record<Name, undefined> =>
  Object.fromEntries(names.map((name) => [name, undefined])) as Record<Name, undefined>;
