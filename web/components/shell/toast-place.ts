const PLACES = ['bottom', 'top'] as const;

/** Chakra's `md`, below which a toast takes the whole width. */
const WIDE = '(min-width: 48rem)';

const CONTROLS = ':is(a[href], button, input, select, textarea, [role=menuitem], [role=option])';

/** A toast that must cover something covers anything rather than the button that was pressed, or one that saves. */
const PRESSED = ':is([type=submit], [aria-busy], :focus)';
const PRESSED_WEIGHT = 1000;

/** Returns how much of what a person may want to press lies under the region. */
const weighCovered = (region: HTMLElement): number => {
  const { top, bottom, left, right } = region.getBoundingClientRect();
  const covered = [...document.querySelectorAll(CONTROLS)].filter((control) => {
    const box = control.getBoundingClientRect();

    return (
      box.width > 0 &&
      box.top < bottom &&
      box.bottom > top &&
      box.left < right &&
      box.right > left &&
      !region.contains(control)
    );
  });

  return covered.reduce((sum, control) => sum + (control.matches(PRESSED) ? PRESSED_WEIGHT : 1), 0);
};

/**
 * Places the region of the visible toast where it covers the fewest controls: on a phone first at the top, below the
 * header, otherwise first at the bottom. An open dialog leaves room for it at the bottom (web/components/dialog/modal.tsx).
 */
export const placeToast = (region: HTMLElement): void => {
  document.documentElement.style.setProperty('--toast-room', `${region.offsetHeight}px`);
  if (document.querySelector(':is([role=dialog], [role=alertdialog])')) {
    region.dataset.place = 'bottom';
    return;
  }

  const places = matchMedia(WIDE).matches ? PLACES : PLACES.toReversed();
  const weights = places.map((place) => {
    region.dataset.place = place;

    return weighCovered(region);
  });
  region.dataset.place = places[weights.indexOf(Math.min(...weights))];
};
