/**
 * Shows a note if the portal's scripts do not load: the page's first screen is visible without them and would stay
 * unusable without an explanation. It is a separate file because the content security policy allows no inline script.
 * The scripts remove the note as soon as they run (web/main.tsx).
 */
(() => {
  const PATIENCE_MS = 20_000;

  const show = () => {
    const note = document.getElementById('late-scripts');
    if (!note) {
      return;
    }
    note.hidden = false;
    note.querySelector('button').onclick = () => location.reload();
  };

  // Captured, because the script's error event does not bubble. It also fires for each module that the script imports.
  addEventListener(
    'error',
    ({ target }) => target instanceof HTMLScriptElement && target.type === 'module' && show(),
    true,
  );
  setTimeout(show, PATIENCE_MS);
})();
