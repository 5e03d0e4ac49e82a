const EDGES = ['bottom', 'top'] as const;

/** Chakra's `md`, below which a toast takes the whole width. */
const WIDE = '(min-width: 48rem)';

const CONTROLS = ':is(a[href], button, input, select, textarea, [role=menuitem], [role=option])';

/** A toast that must cover something covers anything rather than the button that was pressed, or one that saves. */
const PRESSED = ':is([type=submit], [aria-busy], :focus)';
const PRESSED_WEIGHT = 1000;

const DIALOG = '[data-scope=dialog][data-part=content][data-state=open]';
const HEAD = '.chakra-dialog__header';
const FOOT = '.chakra-dialog__footer';

/** Gives way to a toast on a phone, because the cross above does the same; one that has the focus stays. */
const YIELDING = '[data-yields]:not(:focus)';

/** A part of a page that keeps room for a toast beside its links. */
const ROOM = '[data-toast-room]';

const GAP_PX = 12;
const WIDTH_MIN_PX = 140;
const WIDTH_MAX_PX = 420;

type Box = Pick<DOMRect, 'top' | 'bottom' | 'left' | 'right'>;

const meet = (one: Box, other: Box): boolean =>
  one.top < other.bottom && one.bottom > other.top && one.left < other.right && one.right > other.left;

const isVisible = ({ top, bottom, left, right }: Box): boolean => right > left && bottom > top;

/** Returns how much of what a person may want to press or read first lies under the region. */
const weighCovered = (region: HTMLElement): number => {
  const place = region.getBoundingClientRect();
  const covered = [...document.querySelectorAll(`${CONTROLS}, h1, h2`)].filter((element) => {
    const box = element.getBoundingClientRect();

    return isVisible(box) && meet(box, place) && !region.contains(element);
  });

  return covered.reduce((sum, element) => sum + (element.matches(PRESSED) ? PRESSED_WEIGHT : 1), 0);
};

/** The boxes of the texts in an element, which is wider than they are. */
const boxesOfTexts = (element: Element): Box[] => {
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const boxes: Box[] = [];
  while (texts.nextNode()) {
    const range = document.createRange();
    range.selectNode(texts.currentNode);
    boxes.push(range.getBoundingClientRect());
  }

  return boxes;
};

/** Returns the widest part of a strip that no obstacle reaches into. */
const findGap = (strip: Box, obstacles: readonly Box[]): Box => {
  const taken = obstacles
    .filter((box) => isVisible(box) && meet(box, strip))
    .toSorted((one, other) => one.left - other.left);
  const { top, bottom } = strip;
  let left = strip.left + GAP_PX;
  let gap = { top, bottom, left, right: left };
  for (const { left: start, right: end } of [...taken, { left: strip.right, right: strip.right }]) {
    if (start - GAP_PX - left > gap.right - gap.left) {
      gap = { ...gap, left, right: start - GAP_PX };
    }
    left = Math.max(left, end + GAP_PX);
  }

  return gap;
};

const boxOf = (element: Element): Box => element.getBoundingClientRect();

/** True if neither the header nor an edge of the window cuts it. */
const isWhole = (box: Box): boolean => {
  const header = document.querySelector('header');

  return isVisible(box) && box.bottom <= innerHeight && box.top >= (header ? boxOf(header).bottom : 0);
};

/**
 * The rooms of a layer for a toast, the best first: that of a page; of a dialog its foot, its head beside the title, its
 * head over the title.
 */
function* findRooms(layer: Element): Generator<[place: 'foot' | 'head', Box]> {
  const room = layer === document.body && document.querySelector(ROOM);
  if (room && isWhole(boxOf(room))) {
    yield ['foot', findGap(boxOf(room), [...room.querySelectorAll(CONTROLS)].map(boxOf))];
  }

  const foot = [...layer.querySelectorAll(FOOT)].findLast((element) => isVisible(boxOf(element)));
  if (foot) {
    const standing = [...foot.children].filter(
      (element) => matchMedia(WIDE).matches || !element.matches(YIELDING),
    );
    yield ['foot', findGap(boxOf(foot), standing.map(boxOf))];
  }

  const head = layer.querySelector(HEAD);
  if (head) {
    // What the body has scrolled under the head cannot be pressed there.
    const controls = [...layer.querySelectorAll(`${CONTROLS}:not(.chakra-dialog__body *)`)].map(boxOf);
    yield ['head', findGap(boxOf(head), [...controls, ...boxesOfTexts(head)])];
    yield ['head', findGap(boxOf(head), controls)];
  }
}

/** The layer that the person sees on top: the last dialog, or the page. */
export const findTopLayer = (): Element => [...document.querySelectorAll(DIALOG)].at(-1) ?? document.body;

/**
 * Places the region of the visible toast where nothing moves and no control is covered. Over a dialog it stands in the
 * foot, left of the buttons, or in the head if the foot has no room. On a page it stands in the room that a part of the
 * page keeps for it, or at the edge where it covers the fewest controls and headings: on a phone first below the header,
 * else first at the bottom.
 */
export const placeToast = (region: HTMLElement): void => {
  delete region.dataset.place;
  for (const [place, { top, bottom, left, right }] of findRooms(findTopLayer())) {
    const [width, height] = [Math.min(right - left, WIDTH_MAX_PX), bottom - top];
    region.dataset.place = place;
    region.style.cssText = `top:${top}px;left:${left}px;width:${width}px;min-height:${height}px`;
    if (width >= WIDTH_MIN_PX && (region.firstElementChild?.clientHeight ?? 0) <= height) {
      return;
    }
  }
  // The last room of a dialog is its head, which a long sentence covers rather than a control.
  if (region.dataset.place === 'head') {
    return;
  }

  region.style.cssText = '';
  const edges = matchMedia(WIDE).matches ? EDGES : EDGES.toReversed();
  const weights = edges.map((edge) => {
    region.dataset.place = edge;

    return weighCovered(region);
  });
  region.dataset.place = edges[weights.indexOf(Math.min(...weights))];
};
