import { waitForMail } from '#test/e2e/mailbox.ts';
import { asAdmin, takeClient } from '#test/e2e/people.ts';
import { ADMIN_EMAIL, expect, startSession, test } from '#test/e2e/portal.ts';

test('an administrator follows the mails that came back from the dashboard to the list and a record, which says why no statement goes', async ({
  page,
}) => {
  const { User_Id, OWNumber } = await takeClient();
  // A new address is not verified, whichever client was taken.
  const User_Email = `back${crypto.randomUUID().replaceAll('-', '')}@example.co.za`;
  await (await asAdmin()).editUser(User_Id, { User_Email });
  await startSession(page, ADMIN_EMAIL);
  await page.request.post('/api/password-reset', {
    data: { User_Email },
    headers: { origin: process.env.PORTAL_URL ?? '' },
  });
  const mail = await waitForMail(User_Email, /password/i);
  await page.request.post(`${process.env.MAILBOX_URL}/messages/${mail.id}/events`, {
    data: { type: 'bounce' },
  });

  await expect(async () => {
    await page.goto('/admin');
    await page.getByRole('link', { name: /^Mails back: \d/ }).click({ timeout: 2000 });
  }).toPass();
  await expect(page.getByLabel('Mail', { exact: true })).toHaveValue('blocked');
  const row = page.getByRole('row').filter({ hasText: OWNumber });
  await expect(row.getByText('Mail comes back', { exact: true })).toBeVisible();

  await row.getByRole('link', { name: /^View / }).click();
  const record = page.getByRole('dialog');
  await expect(record.getByText('Mail comes back', { exact: true })).toBeVisible();
  await expect(record.getByText('Verified', { exact: true })).toBeHidden();

  await page.goto(`/admin?section=statement&of=${User_Id}`);
  await expect(page.getByText('No mail goes to this client: The address is not verified.')).toBeVisible();
});
