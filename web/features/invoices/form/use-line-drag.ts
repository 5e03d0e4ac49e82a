import {
  type PointerEvent as ReactPointerEvent,
  type RefObject,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react';

/** Distance from the edge at which the box scrolls, and its step for each frame. */
const EDGE_PX = 48;
const STEP_PX = 10;

export interface LineDrag {
  from: number;
  /** The index of the line if it were dropped now. */
  to: number;
}

/** Returns the scroll container of the list, such as the body of a dialog. */
const scrollerOf = (element: Element): Element => {
  for (let box = element.parentElement; box; box = box.parentElement) {
    const { overflowY } = getComputedStyle(box);
    if (overflowY === 'auto' || overflowY === 'scroll') {
      return box;
    }
  }

  return document.documentElement;
};

/** Returns the new index of the dragged line: the number of other lines whose middle is above the pointer. */
const placeAt = (list: Element, from: number, y: number): number =>
  [...list.children].filter((line, index) => {
    const { top, height } = line.getBoundingClientRect();

    return index !== from && top + height / 2 < y;
  }).length;

/** Scrolls if the pointer is near an edge of the box. */
const scrollNear = (box: Element, y: number): void => {
  const { top, bottom } = box.getBoundingClientRect();
  if (y < Math.max(top, 0) + EDGE_PX) {
    box.scrollBy(0, -STEP_PX);
  }
  if (y > Math.min(bottom, innerHeight) - EDGE_PX) {
    box.scrollBy(0, STEP_PX);
  }
};

/**
 * Drags a line of a list by its handle, with a mouse, a pen or a finger. The other lines do not move until it is
 * dropped; Escape cancels. Without a pointer, the buttons do the same.
 */
export const useLineDrag = (
  list: RefObject<HTMLElement | null>,
  onDrop: (from: number, to: number) => void,
) => {
  const [drag, setDrag] = useState<LineDrag>();
  const running = useRef<AbortController>(undefined);
  const drop = useRef(onDrop);
  useEffect(() => {
    drop.current = onDrop;
  });
  useEffect(() => () => running.current?.abort(), []);

  const start = useCallback(
    (event: ReactPointerEvent<HTMLElement>, from: number) => {
      const lines = list.current;
      if (!lines || event.button !== 0) {
        return;
      }

      event.preventDefault();
      event.currentTarget.setPointerCapture(event.pointerId);
      running.current?.abort();
      const controller = new AbortController();
      running.current = controller;
      const { signal } = controller;
      const scroller = scrollerOf(lines);
      let y = event.clientY;
      let to = from;

      const look = () => {
        to = placeAt(lines, from, y);
        setDrag((shown) => (shown?.to === to ? shown : { from, to }));
      };
      const follow = () => {
        if (signal.aborted) {
          return;
        }
        scrollNear(scroller, y);
        look();
        requestAnimationFrame(follow);
      };
      const end = () => {
        controller.abort();
        setDrag(undefined);
      };

      const on = { signal, capture: true };
      addEventListener(
        'pointermove',
        (moved) => {
          y = moved.clientY;
        },
        on,
      );
      addEventListener(
        'pointerup',
        (released) => {
          y = released.clientY;
          look();
          end();
          if (to !== from) {
            drop.current(from, to);
          }
        },
        on,
      );
      addEventListener('pointercancel', end, on);
      addEventListener(
        'keydown',
        (pressed) => {
          if (pressed.key !== 'Escape') {
            return;
          }
          // The dialog around the list must not close.
          pressed.stopPropagation();
          end();
        },
        on,
      );
      requestAnimationFrame(follow);
    },
    [list],
  );

  return { drag, start };
};
