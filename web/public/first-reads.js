/**
 * The first script of each page. It blocks rendering on purpose, to set light or dark before the first paint, and
 * requests what the page shows first while the portal's own scripts are still loading. It is a separate file because
 * the content security policy allows no inline script.
 */

/**
 * Keeps a form that is submitted, and tells that the portal's scripts do not load, as long as they have not run. It
 * comes first, because an old browser may fail at what follows.
 */
(() => {
  const PATIENCE_MS = 20_000;

  // The scripts submit the form that is marked here (web/features/auth/use-take-over.ts).
  addEventListener('submit', ({ target }) => (target.dataset.submitted = 'early'), {
    capture: true,
    once: true,
  });

  // Browsers have this method since 2023; without it they do not know all that the build writes.
  let isOld = !Array.prototype.toSorted;

  // The page's first screen would stay unusable without an explanation. The scripts remove the note (web/main.tsx).
  const show = () => {
    const note = document.getElementById('late-scripts');
    if (!note) {
      return;
    }
    (isOld ? document.getElementById('old-browser') : note).hidden = false;
    note.querySelector('button').onclick = () => location.reload();
  };

  // Captured, because the script's error event does not bubble. It also fires for each module that the script imports.
  addEventListener(
    'error',
    ({ target, error }) => {
      isOld ||= error instanceof SyntaxError;
      if (error instanceof SyntaxError || (target instanceof HTMLScriptElement && target.type === 'module')) {
        show();
      }
    },
    true,
  );
  addEventListener('DOMContentLoaded', () => isOld && show());
  setTimeout(show, PATIENCE_MS);
})();

/** Sets light or dark, and again whenever the choice or the system changes. */
(() => {
  const systemDark = matchMedia('(prefers-color-scheme: dark)');

  const print = matchMedia('print');
  let isPrinted = print.matches;

  // A browser may have no storage, or refuse it.
  const readChoice = () => {
    try {
      return localStorage.getItem('color-mode');
    } catch {
      return null;
    }
  };
  let choice = readChoice();

  // Paper is white, whatever the choice for the screen.
  const readMode = () => {
    if (isPrinted) {
      return 'light';
    }
    if (choice === 'light' || choice === 'dark') {
      return choice;
    }

    return systemDark.matches ? 'dark' : 'light';
  };

  const apply = () => {
    const mode = readMode();
    const root = document.documentElement;
    root.classList.remove('light', 'dark');
    root.classList.add(mode);
    root.style.colorScheme = mode;
  };

  window.applyColorMode = (chosen) => {
    choice = chosen;
    apply();
  };

  apply();
  systemDark.addEventListener('change', apply);
  addEventListener('storage', () => window.applyColorMode(readChoice()));

  // Listen to both: not every browser sends the print events and the media query change.
  const followPrinting = (value) => {
    isPrinted = value;
    apply();
  };
  addEventListener('beforeprint', () => followPrinting(true));
  addEventListener('afterprint', () => followPrinting(false));
  print.addEventListener('change', ({ matches }) => followPrinting(matches));

  // The build rendered the sign-in page without a choice; this makes its switch show the choice from the first paint
  // on.
  addEventListener('DOMContentLoaded', () => {
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
    window.applyColorMode(target.value);
    try {
      localStorage.setItem('color-mode', choice);
    } catch {
      // The scripts take it over from here (web/lib/session/color-mode.ts).
      window.unstoredColorMode = choice;
    }
  });
})();

/** Requests the session, and then what this person sees first. The portal takes each answer once (web/lib/reads/api.ts). */
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

  window.takeFirstRead = (path) => {
    const answer = answers.get(path);
    answers.delete(path);
    return answer;
  };
  window.dropFirstReads = () => {
    isDropped = true;
    answers.clear();
  };

  // Another tab that logs out or signs somebody in changes whose answers these are.
  // A browser that refuses storage may refuse the channel, too.
  try {
    window.sessionChannel = new BroadcastChannel('session');
    window.sessionChannel.addEventListener('message', window.dropFirstReads);
  } catch {
    // Each request names the person whom the page shows (web/lib/reads/api.ts).
  }

  // The other pages, such as the privacy notice, do not ask who is signed in.
  if (!/^\/((auth|client|admin|new-password|set-up|verify-email)\/?)?$/.test(location.pathname)) {
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
