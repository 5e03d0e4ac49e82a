/** Those that say which form is open in a client's record. */
export const FORM_PARAMS = [
  'new',
  'reverse',
  'undo',
  'replaces',
  'move',
  'paid',
  'void',
  'credit',
  'endedService',
  'endedSince',
  'writeOff',
  'takeBack',
] as const;

/** What is open about a client: the record with its tab and form, a dialog, or the question for which client. */
export const RECORD_PARAMS = ['client', 'tab', 'kind', 'ask', 'invoice', ...FORM_PARAMS, 'open'] as const;

/** Every parameter that a link of the list below the dialogs leaves out. */
export const DIALOG_PARAMS = RECORD_PARAMS;

/** Returns the change of an address that takes parameters out of it. */
export const without = <Name extends string>(names: readonly Name[]): Record<Name, undefined> =>
  Object.fromEntries(names.map((name) => [name, undefined])) as Record<Name, undefined>;
