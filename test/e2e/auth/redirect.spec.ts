import { CLIENT_EMAIL, expect, fillSignIn, startSession, test } from '#test/e2e/portal.ts';

const NOTE_TEXTS = `
  new MutationObserver(() => noteText(document.body?.innerText ?? '')).observe(document, {
    childList: true, subtree: true, characterData: true, attributes: true,
  });
`;

test('the sign-in page tells a signed-in person that they are redirected', async ({ page }) => {
  await startSession(page, CLIENT_EMAIL);
  const seen: string[] = [];
  await page.exposeFunction('noteText', (text: string) => seen.push(text));
  await page.addInitScript(NOTE_TEXTS);
  await page.goto('/auth');

  await expect(page.getByRole('heading', { level: 1 })).toContainText('Welcome, ');
  await expect.poll(() => seen).toContain('Redirecting...');
});

test("the sign-in form stays visible until the person's area is loaded", async ({ page }) => {
  await page.goto('/auth');
  await fillSignIn(page, CLIENT_EMAIL);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/client-portal*.js', async (route) => {
    await released;
    await route.continue();
  });
  const asked = page.waitForRequest('**/client-portal*.js');
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await asked;

  await expect(page.getByRole('heading', { name: 'Sign in to your account' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toHaveAttribute(
    'aria-busy',
    'true',
  );
  release();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Welcome, ');
});
