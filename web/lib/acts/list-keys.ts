import { useRef } from 'react';
import { isNothingOver } from './act-keys.ts';
import { isSinglePress, useKeyDown } from './single-keys.ts';

/** Time after G in which a key belongs to it, as in 'G then U', in ms. */
const AFTER_G_MS = 1500;

interface ListKeyOptions {
  isPaused?: boolean;
  /** Finds the button whose work is also that of Enter; on every other control Enter does that control's work. */
  enterButton?: string;
}

/** Hears the keys of a list, in upper case, outside fields and while no dialog or menu is open. */
export const useListKeys = (
  acts: Partial<Record<string, () => void>>,
  { isPaused = false, enterButton }: ListKeyOptions = {},
): void => {
  const pressedG = useRef(Number.NEGATIVE_INFINITY);
  const buttons = enterButton ? `button:not(${enterButton})` : 'button';
  const isOnControl = ({ target }: KeyboardEvent) =>
    target instanceof Element && target.closest(`a[href], ${buttons}, summary, [role=menuitem]`) !== null;

  useKeyDown((event) => {
    const key = event.key.length === 1 ? event.key.toUpperCase() : event.key;
    const isAfterG = performance.now() - pressedG.current < AFTER_G_MS;
    pressedG.current = key === 'G' ? performance.now() : Number.NEGATIVE_INFINITY;
    const act = acts[key];
    if (!act || isPaused || isAfterG || !isSinglePress(event) || !isNothingOver(0)) {
      return;
    }
    // A key that is held down moves on, but never does anything else.
    const isMove = key === 'J' || key === 'K';
    if (key === 'Enter' && isOnControl(event)) {
      return;
    }

    event.preventDefault();
    if (!event.repeat || isMove) {
      act();
    }
  });
};
