import { useRef } from 'react';
import type { Act } from './act.ts';
import { isSinglePress, useKeyDown } from './single-keys.ts';

const DIALOGS = '[role=dialog], [role=alertdialog]';
const MENUS = ':is([role=menu], [role=listbox]):popover-open, [role=menu][data-state=open]';

/** True if no more than this number of dialogs is open, and no menu is open. */
export const isNothingOver = (dialogs: number): boolean =>
  document.querySelectorAll(DIALOGS).length <= dialogs && document.querySelector(MENUS) === null;

/** Time between the two keys of an act, in ms. */
const SECOND_KEY_MS = 1500;

/** Does an act on its keys, such as 'P' or 'G then D', also in dialogs, while `mayAct` says so. */
export const useActKeys = <One extends Pick<Act, 'keys'>>(
  acts: readonly One[],
  doAct: (act: One) => void,
  mayAct: () => boolean,
) => {
  const before = useRef({ key: '', at: Number.NEGATIVE_INFINITY });

  useKeyDown((event) => {
    if (!isSinglePress(event) || !mayAct()) {
      return;
    }

    const key = event.key.toUpperCase();
    const now = performance.now();
    const first = now - before.current.at < SECOND_KEY_MS ? before.current.key : '';
    const pressed = acts.find(({ keys }) => keys === `${first} then ${key}` || keys === key);
    before.current = { key: pressed ? '' : key, at: now };
    if (pressed) {
      event.preventDefault();
      doAct(pressed);
    }
  });
};
