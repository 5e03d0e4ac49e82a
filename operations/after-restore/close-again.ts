import { closeMonth } from '#functions/domain/books/close-month.ts';
import { openMonth } from '#functions/domain/books/open-month.ts';
import { computeFiledFigures, fileVatReport } from '#functions/domain/books/vat-report.ts';
import type { FiledFigures } from '#functions/ports/request-note.ts';
import { VAT_ROWS, type VatRow } from '#shared/books/vat-rows.ts';
import { formatDateTime } from '#shared/dates.ts';
import { centsFromAmount, formatRand } from '#shared/money.ts';
import { nameMonth } from './book-acts.ts';
import type { LaterBooks } from './later-books.ts';
import { attempt, OPERATOR, type RestorePorts } from './restore-ports.ts';

const tellWhen = ({ at, isSure }: { at: string; isSure: boolean }): string =>
  `${isSure ? '' : 'perhaps '}on ${formatDateTime(at)}`;

/**
 * Offers to close each month that was closed since, and to open each that was opened, so that nobody who signs in writes
 * into a month whose figures others have. The newest opens first, the oldest closes first, as the portal asks. A month
 * that stays open keeps the later ones open, because closing one closes all before it.
 */
export const offerMonths = async (
  { database, terminal }: RestorePorts,
  months: LaterBooks['months'],
  clock: () => Date,
): Promise<void> => {
  const closed = await database.closings.listClosed();
  const isClosedHere = (month: string) => closed.some((one) => one.month === month);
  const hasFigures = (month: string) => closed.some((one) => one.month === month && one.hasFigures);

  const opened = months.filter(({ month, isClosed }) => !isClosed && isClosedHere(month)).toReversed();
  for (const { month, ...act } of opened) {
    const name = nameMonth(month);
    const isWanted = await terminal.confirm(
      `${name} was opened again ${tellWhen(act)}; in this database it is closed. Open it again? After a no an administrator can still open it.`,
    );
    if (isWanted) {
      const reason = `Opened on ${formatDateTime(act.at)}, and again after a restore`;
      await attempt(
        terminal,
        name,
        () => openMonth(database, OPERATOR, { month, reason }, clock()),
        `${name} is open.`,
      );
    }
  }
  for (const { month, ...act } of months.filter(({ month, isClosed }) => isClosed && !hasFigures(month))) {
    const name = nameMonth(month);
    const isWanted = await terminal.confirm(
      `${name} was closed ${tellWhen(act)}; in this database it is open. Close it again? What the bank did in it and is recorded later then stands on the first open day, with the day of the bank.`,
    );
    if (!isWanted) {
      terminal.say(
        `${name} and each later month stay open. Close them in the portal when their receipts are recorded.`,
      );

      return;
    }
    await attempt(
      terminal,
      name,
      () => closeMonth(database, OPERATOR, month, { once: undefined, now: clock() }),
      `${name} is closed again.`,
    );
  }
};

const ROW_NAMES: Record<VatRow, string> = {
  invoices: 'invoices',
  creditNotes: 'credit notes',
  writtenOff: 'debts written off',
  recovered: 'debts recovered',
};

const rand = (amount: number): string => formatRand(centsFromAmount(amount));

/** Says which rows differ from what was filed; empty if none does. */
const compareFigures = (filed: Partial<FiledFigures>, here: FiledFigures): string =>
  VAT_ROWS.flatMap((row) => {
    const { gross = 0, vat = 0 } = filed[row] ?? {};
    const isSame = gross === here[row].gross && vat === here[row].vat;

    return isSame
      ? []
      : [
          `${ROW_NAMES[row]} ${rand(here[row].gross)} with VAT of ${rand(here[row].vat)}, filed ${rand(gross)} with ${rand(vat)}`,
        ];
  }).join('; ');

/** Offers to keep each VAT report that was filed since as filed, and says where the books differ from it. */
export const offerFilings = async (
  { database, terminal, vatSettings }: RestorePorts,
  filings: LaterBooks['filings'],
  clock: () => Date,
): Promise<void> => {
  const known = await database.vatReports.listFiled();
  const lost = filings.filter(
    ({ period, vatNumber }) =>
      !known.some((report) => report.period === period && report.vatNumber === vatNumber),
  );

  for (const { period, vatNumber, figures, ...act } of lost) {
    const name = `The VAT report of ${nameMonth(period)} of ${vatNumber}`;
    const asked = { period, vatNumber };
    const ports = { database, vatSettings };
    const file = async () => {
      const differences = compareFigures(figures, await computeFiledFigures(ports, asked, clock()));
      const compared =
        differences === ''
          ? 'Its figures are the same.'
          : `The books differ: ${differences}. What SARS has stays: tell the bookkeeper, whatever you answer.`;
      const isWanted = await terminal.confirm(
        `${name} was filed ${tellWhen(act)}; in this database it is not. ${compared} Keep it as filed with the figures of this database?`,
      );
      if (isWanted) {
        await fileVatReport(ports, OPERATOR, asked, clock());
      }

      return isWanted;
    };
    await attempt(terminal, name, file, (isFiled) =>
      isFiled ? `${name} is filed again.` : `${name} is not filed.`,
    );
  }
};
