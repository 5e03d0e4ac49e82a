/** The keys that are pressed for the field of the palette while its code may still be on its way. */
export const typedAhead = { keys: [] as string[], stop: (): void => undefined };

const keep = (event: KeyboardEvent) => {
  const { key, target } = event;
  // Whoever walks on by Tab presses what has the focus, such as 'Close'.
  if (key === 'Tab') {
    typedAhead.stop();
  }
  // AltGr, which types the third character of a key, is Ctrl with Alt on Windows.
  const isCommand = event.metaKey || (event.ctrlKey && !event.altKey);
  // 'Try again' stands in an alert, in place of code that did not load.
  if (/^(.|Enter|Backspace)$/.test(key) && !(isCommand || (target as Element).closest('[role=alert]'))) {
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
