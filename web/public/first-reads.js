/**
 * Requests the session as soon as the page arrives, and then the data that the page shows first, while the portal's own
 * scripts are still loading. The portal takes each answer once (web/lib/api.ts). It is a separate file because the
 * content security policy allows no inline script.
 */
(() => {
  const { address, role, reads = '' } = document.currentScript.dataset;
  const answers = new Map();

  const read = (path, andThen = (answer) => answer) => {
    const answer = fetch(path, { credentials: 'include' }).then(andThen);
    // The answer may never be taken; if it is, the taker gets the error.
    answer.catch(() => undefined);
    answers.set(path, answer);
  };

  // Marks a form that is submitted before the scripts have loaded; they submit it (web/features/auth/use-take-over.ts).
  addEventListener('submit', ({ target }) => (target.dataset.submitted = 'early'), {
    capture: true,
    once: true,
  });

  // The portal's own scripts came first and read everything themselves; an answer that they never take would be old.
  if (globalThis.takeFirstRead) {
    return;
  }

  globalThis.takeFirstRead = (path) => {
    const answer = answers.get(path);
    answers.delete(path);
    return answer;
  };
  globalThis.dropFirstReads = () => answers.clear();

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
    if (role ? user?.user_role === role && !user.mustChangePassword : answer.status === 401) {
      for (const path of reads.split(' ').filter(Boolean)) {
        read(path.replace('{userId}', user?.User_Id));
      }
    }
    return answer;
  });
})();
