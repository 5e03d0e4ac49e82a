/**
 * Sets light or dark before the first paint, and again whenever the choice or the system changes.
 * It blocks rendering on purpose. It is a separate file because the content security policy allows no inline script.
 */
(() => {
  const systemDark = matchMedia('(prefers-color-scheme: dark)');

  const print = matchMedia('print');
  let isPrinted = print.matches;

  // Paper is white, whatever the choice for the screen.
  const modeOf = (chosen) => {
    if (isPrinted) {
      return 'light';
    }
    if (chosen === 'light' || chosen === 'dark') {
      return chosen;
    }

    return systemDark.matches ? 'dark' : 'light';
  };

  globalThis.applyColorMode = () => {
    const mode = modeOf(localStorage.getItem('color-mode'));
    const root = document.documentElement;
    root.classList.remove('light', 'dark');
    root.classList.add(mode);
    root.style.colorScheme = mode;
  };

  globalThis.applyColorMode();
  systemDark.addEventListener('change', globalThis.applyColorMode);
  addEventListener('storage', globalThis.applyColorMode);

  // Listen to both: not every browser sends the print events and the media query change.
  const followPrinting = (value) => {
    isPrinted = value;
    globalThis.applyColorMode();
  };
  addEventListener('beforeprint', () => followPrinting(true));
  addEventListener('afterprint', () => followPrinting(false));
  print.addEventListener('change', ({ matches }) => followPrinting(matches));

  // The build rendered the sign-in page without a choice; this makes its switch show the choice from the first paint
  // on.
  addEventListener('DOMContentLoaded', () => {
    const choice = localStorage.getItem('color-mode');
    const button = document.querySelector(`[aria-label="Theme"] input[value="${choice}"]`);
    if (button) {
      button.checked = true;
    }
  });

  // Applies a choice made before the portal's scripts have loaded. Afterwards they have already done the same.
  addEventListener('change', ({ target }) => {
    if (!target.closest('[aria-label="Theme"]')) {
      return;
    }
    localStorage.setItem('color-mode', target.value);
    globalThis.applyColorMode();
  });
})();
