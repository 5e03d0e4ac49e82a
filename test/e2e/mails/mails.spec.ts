import { expect, test } from '@playwright/test';
import { findMailFaults } from '#test/support/mails/find-mail-faults.ts';

for (const kind of ['invoice', 'verify'] as const) {
  test(`the mail of kind ${kind} reads well at 360 px in light and dark, and axe finds nothing`, async ({
    page,
  }) => {
    expect(await findMailFaults(page, kind)).toEqual([]);
  });
}
