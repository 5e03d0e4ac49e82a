/**
 * The first script of each page. It blocks rendering on purpose, to set light or dark before the first paint, and
 * requests what the page shows first while the portal's own scripts are still loading. It is a separate file because
 * the content security policy allows no inline script.
 */

/** Sets light or dark, and again whenever the choice or the system changes. */
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

/** Requests the session, and then what this person sees first. The portal takes each answer once (web/lib/api.ts). */
(() => {
  const { address, role, reads = '' } = document.currentScript.dataset;
  const answers = new Map();
  let isDropped = false;

  const read = (path, andThen = (answer) => answer) => {
    const answer = fetch(path, { credentials: 'include' }).then(andThen);
    // The answer may never be taken; if it is, the taker gets the error.
    answer.catch(() => undefined);
    answers.set(path, answer);
  };

  globalThis.takeFirstRead = (path) => {
    const answer = answers.get(path);
    answers.delete(path);
    return answer;
  };
  globalThis.dropFirstReads = () => {
    isDropped = true;
    answers.clear();
  };

  // Another tab that logs out or signs somebody in changes whose answers these are.
  globalThis.sessionChannel = new BroadcastChannel('session');
  globalThis.sessionChannel.addEventListener('message', globalThis.dropFirstReads);

  // The other pages, such as the privacy notice, do not ask who is signed in.
  if (!/^\/((auth|client|admin|new-password|verify-email)\/?)?$/.test(location.pathname)) {
    return;
  }

  // Read the data only for a person who sees the page: the server would refuse the others.
  read('/api/user', async (answer) => {
    if (address !== location.pathname + location.search) {
      return answer;
    }
    const user = answer.ok ? await answer.clone().json() : undefined;
    const isSeen = role ? user?.user_role === role && !user.mustChangePassword : answer.status === 401;
    if (isSeen && !isDropped) {
      for (const path of reads.split(' ').filter(Boolean)) {
        read(path.replace('{userId}', user?.User_Id));
      }
    }
    return answer;
  });
})();

/** Keeps a form that is submitted, and tells that the portal's scripts do not load, as long as they have not run. */
(() => {
  const PATIENCE_MS = 20_000;

  // The scripts submit the form that is marked here (web/features/auth/use-take-over.ts).
  addEventListener('submit', ({ target }) => (target.dataset.submitted = 'early'), {
    capture: true,
    once: true,
  });

  // The page's first screen would stay unusable without an explanation. The scripts remove the note (web/main.tsx).
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
