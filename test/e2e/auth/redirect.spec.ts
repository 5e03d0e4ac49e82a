import { CLIENT_EMAIL, expect, startSession, test } from '#test/e2e/portal.ts';

const NOTE_TEXTS = `
  new MutationObserver(() => noteText(document.body?.innerText ?? '')).observe(document, {
    childList: true, subtree: true, characterData: true, attributes: true,
  });
`;

test('a signed-in person who visits the sign-in page is told that they are redirected', async ({ page }) => {
  await startSession(page, CLIENT_EMAIL);
  const seen: string[] = [];
  await page.exposeFunction('noteText', (text: string) => seen.push(text));
  await page.addInitScript(NOTE_TEXTS);
  await page.goto('/auth');

  await expect(page.getByRole('heading', { level: 1 })).toContainText('Welcome back');
  await expect.poll(() => seen).toContain('Redirecting...');
});
