/** The keys that are pressed for the field of the palette while its code may still be on its way. */
export const typedAhead = { keys: [] as string[], stop: (): void => undefined };

const keep = (event: KeyboardEvent) => {
  const { key, target } = event;
  // 'Try again' stands in an alert, in place of code that did not load.
  if (
    /^(.|Enter|Backspace)$/.test(key) &&
    !(event.ctrlKey || event.metaKey || (target as Element).closest('[role=alert]'))
  ) {
    event.preventDefault();
    typedAhead.keys.push(key);
  }
};

/** Keeps what is typed from now on. Returns how to end that. */
export const keepTyping = (): (() => void) => {
  typedAhead.keys = [];
  document.addEventListener('keydown', keep, true);
  typedAhead.stop = () => document.removeEventListener('keydown', keep, true);

  return typedAhead.stop;
};
