/**
 * Asks who is signed in as soon as the page arrives, and then for what the page shows first, while the portal's own
 * scripts are still on their way. The portal takes each answer once (web/lib/api.ts). A file of its own, because the
 * content security policy allows no inline script.
 */
(() => {
  const { address, role, reads = '' } = document.currentScript.dataset;
  const answers = new Map();

  const read = (path, andThen = (answer) => answer) => {
    const answer = fetch(path, { credentials: 'include' }).then(andThen);
    // Nobody may take it; whoever does hears of the fault.
    answer.catch(() => undefined);
    answers.set(path, answer);
  };

  // A form that is sent before the scripts have come is sent by them (web/features/auth/use-take-over.ts).
  addEventListener('submit', ({ target }) => (target.dataset.submitted = 'early'), {
    capture: true,
    once: true,
  });

  globalThis.takeFirstRead = (path) => {
    const answer = answers.get(path);
    answers.delete(path);
    return answer;
  };
  globalThis.dropFirstReads = () => answers.clear();

  // What a page shows is read for the role alone that may see it: a refusal would be written down as one.
  read('/api/user', async (answer) => {
    const user =
      answer.ok && address === location.pathname + location.search ? await answer.clone().json() : undefined;
    if (user?.user_role === role) {
      for (const path of reads.split(' ').filter(Boolean)) {
        read(path);
      }
    }
    return answer;
  });
})();
