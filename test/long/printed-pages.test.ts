import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { makeChromiumPrinter } from '#functions/adapters/chromium/chromium.ts';
import { renderCreditNoteHtml } from '#functions/documents/credit-note-html.ts';
import { renderInvoiceHtml } from '#functions/documents/invoice-html.ts';
import { openBrowserFolder } from '#local/start/browser-folder.ts';
import {
  CLIENT_KINDS,
  describePages,
  findFaults,
  makeCreditNoteOfKind,
  makeInvoiceOfKind,
  SETTING_KINDS,
} from '#test/support/invoices/printed-pages.ts';
import { readPdf } from '#test/support/invoices/read-pdf.ts';

const LINES_MAX = 60;

const printer = makeChromiumPrinter({
  fontsFolder: fileURLToPath(new URL('../../functions/fonts', import.meta.url)),
  browserFolder: openBrowserFolder(),
  timeoutMs: 60_000,
});
afterAll(() => printer.close());

const keysOf = <Key extends string>(kinds: Record<Key, unknown>) => Object.keys(kinds) as Key[];

/** Prints documents of 1 to 60 lines, tells where each page begins, and returns the faults of each. */
const printAll = async (name: string, render: (count: number) => string) => {
  const faults: Record<number, string[]> = {};
  let seen = 1;
  for (let count = 1; count <= LINES_MAX; count += 1) {
    const pages = describePages(await readPdf(await printer.print(render(count))));
    const found = findFaults(pages, count);
    if (found.length > 0) {
      faults[count] = found;
    }
    if (pages.length > seen) {
      seen = pages.length;
      process.stdout.write(
        `${name}: page ${seen} from ${count} lines on, with ${pages.at(-1)?.lines} of them, totals and block\n`,
      );
    }
  }

  return faults;
};

describe.each(keysOf(SETTING_KINDS))('documents of 1 to 60 lines, with %s', (setting) => {
  it.each(keysOf(CLIENT_KINDS))(
    'an invoice keeps its totals and the way to pay with its last line: %s',
    async (client) => {
      const faults = await printAll(`${setting}, ${client}`, (count) =>
        renderInvoiceHtml(makeInvoiceOfKind(client, setting, count)),
      );

      expect(faults).toEqual({});
    },
  );
});

it.each(['default texts', 'without VAT'] as const)(
  'a credit note of 1 to 60 lines keeps its totals and what it corrects with its last line: %s',
  async (setting) => {
    const faults = await printAll(`credit note, ${setting}`, (count) =>
      renderCreditNoteHtml(makeCreditNoteOfKind('company with VAT number', setting, count)),
    );

    expect(faults).toEqual({});
  },
);
