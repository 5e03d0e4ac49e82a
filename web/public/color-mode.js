/**
 * Sets light or dark before the first paint, and again whenever the choice or the system changes.
 * It blocks on purpose and stands in a file of its own: the content security policy allows no inline script.
 */
(() => {
  const systemDark = matchMedia('(prefers-color-scheme: dark)');

  globalThis.applyColorMode = () => {
    const chosen = localStorage.getItem('color-mode');
    const mode = chosen === 'light' || chosen === 'dark' ? chosen : systemDark.matches ? 'dark' : 'light';
    const root = document.documentElement;
    root.classList.remove('light', 'dark');
    root.classList.add(mode);
    root.style.colorScheme = mode;
  };

  globalThis.applyColorMode();
  systemDark.addEventListener('change', globalThis.applyColorMode);
  addEventListener('storage', globalThis.applyColorMode);

  // The sign-in page is rendered before anyone has chosen; its switch shows the choice from the first paint on.
  addEventListener('DOMContentLoaded', () => {
    const choice = localStorage.getItem('color-mode');
    const button = document.querySelector(`[aria-label="Theme"] input[value="${choice}"]`);
    if (button) button.checked = true;
  });

  // What is chosen before the portal's scripts are there holds at once; later they have done the same already.
  addEventListener('change', ({ target }) => {
    if (!target.closest('[aria-label="Theme"]')) return;
    localStorage.setItem('color-mode', target.value);
    globalThis.applyColorMode();
  });
})();
