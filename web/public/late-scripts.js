/**
 * Says so when the portal's scripts do not come: the page's first sight stands there without them, and would stay so
 * without a word. A file of its own, because the content security policy allows no inline script. The scripts remove
 * the note as soon as they run (web/main.tsx).
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

  // The script's event, which does not bubble, is also that of each module that it imports.
  addEventListener(
    'error',
    ({ target }) => target instanceof HTMLScriptElement && target.type === 'module' && show(),
    true,
  );
  setTimeout(show, PATIENCE_MS);
})();
