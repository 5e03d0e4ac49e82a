/**
 * Sets light or dark before the first paint, and again whenever the choice or the system changes.
 * It blocks on purpose and stands in a file of its own: the content security policy allows no inline script.
 */
(() => {
  const systemDark = matchMedia('(prefers-color-scheme: dark)');

  const print = matchMedia('print');
  let isPrinted = print.matches;

  // Paper is white, whatever was chosen for the screen.
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

  // Not every browser says both of them.
  const followPrinting = (value) => {
    isPrinted = value;
    globalThis.applyColorMode();
  };
  addEventListener('beforeprint', () => followPrinting(true));
  addEventListener('afterprint', () => followPrinting(false));
  print.addEventListener('change', ({ matches }) => followPrinting(matches));

  // The sign-in page is rendered before anyone has chosen; its switch shows the choice from the first paint on.
  addEventListener('DOMContentLoaded', () => {
    const choice = localStorage.getItem('color-mode');
    const button = document.querySelector(`[aria-label="Theme"] input[value="${choice}"]`);
    if (button) {
      button.checked = true;
    }
  });

  // What is chosen before the portal's scripts are there holds at once; later they have done the same already.
  addEventListener('change', ({ target }) => {
    if (!target.closest('[aria-label="Theme"]')) {
      return;
    }
    localStorage.setItem('color-mode', target.value);
    globalThis.applyColorMode();
  });
})();
