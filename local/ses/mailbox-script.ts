import { createHash } from 'node:crypto';

/**
 * Shows a mail that arrives while the list is open: loads the list again, or offers that to somebody whose focus is in
 * the page and would be lost.
 */
export const MAILBOX_SCRIPT = `
const news = document.getElementById('news');
const look = async () => {
  if (document.hidden) return;
  const answer = await fetch('/newest').catch(() => undefined);
  if (!answer?.ok || (await answer.text()) === news.dataset.newest) return;
  if (document.activeElement === document.body) location.reload();
  else news.hidden = false;
};
setInterval(look, 2000);
document.addEventListener('visibilitychange', look);
`;

/** The source of the script in a content security policy. */
export const MAILBOX_SCRIPT_SOURCE = `'sha256-${createHash('sha256').update(MAILBOX_SCRIPT).digest('base64')}'`;
