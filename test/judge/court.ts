import type { Answer } from '#test/support/portal/call-from.ts';
import * as books from './books.ts';
import { type Account, type Item, Refusal, type World } from './books.ts';
import { addDays, addMonths, at, firstDayOf, lastDayOf, monthOf } from './calendar.ts';
import { lineCents, toAmount, toCents } from './cents.ts';
import { invoiceNow, noteNow, paymentNow } from './documents.ts';
import * as figures from './figures.ts';
import { paidNow, previewPayment } from './preview.ts';
import { makeTally } from './tally.ts';
import { startTimedPortal, type TimedPortal } from './timed-portal.ts';

/** What an administrator asks of the portal, and the judge's books, in which each act is written beside it. */

export interface Line {
  description: string;
  amount: number;
  quantity?: number;
  serviceId?: number;
  from?: string;
  to?: string;
}

export interface PaymentWish {
  day?: string;
  amount: number;
  named?: { invoice: Item; amount: number }[];
  replaces?: Item;
}

export interface NoteWish {
  amount?: number;
  lines?: { lineId: number; amount: number; from?: string; to?: string }[];
}

export const TERMS_DAYS = 7;
const EXPLANATION = 'Agreed with the client by telephone.';

const COLUMNS = 'OWNumber,User_Name,User_Surname,User_Email,User_Address,User_Town,User_Debit,User_Debit_Due';

/** A client who is imported, with a balance above 0 if it is credit. */
export interface ImportedClient {
  cents?: number;
  dueDay?: string;
}

const VAT_FILES = [
  'invoices',
  'creditNotes',
  'writtenOff',
  'recovered',
  'writtenOffWaiting',
  'recoveredWaiting',
  'invoicesWithoutVat',
  'writtenOffWithoutVat',
];

/** The last two columns name the client while he exists; no report keeps them. */
const withoutClient = (record: string): string =>
  record.replace(/,("(?:[^"]|"")*"|[^,]*),("(?:[^"]|"")*"|[^,]*)$/, '');

/** All that a VAT report shows: its figures, and the files of its rows. */
export const readFiled = async (
  { portal }: { portal: TimedPortal },
  period: string,
  vatNumber: string,
): Promise<string> => {
  const about = `period=${period}&vatNumber=${vatNumber}`;
  const report = await portal.call('GET', `/api/admin/vat-report?${about}`);
  const files: string[] = [];
  for (const row of VAT_FILES) {
    const { body } = await portal.call('GET', `/api/admin/vat-report.csv?${about}&row=${row}`);
    const text = body instanceof Uint8Array ? Buffer.from(body).toString() : JSON.stringify(body);
    files.push(text.split('\r\n').map(withoutClient).join('\n'));
  }

  return [JSON.stringify(report.body), ...files].join('\n');
};

export const openCourt = async (day: string, time: string, settings: Record<string, string> = {}) => {
  const vatOf = (changed: Record<string, string>) => changed.SUPPLIER_VAT_NUMBER || null;
  const portal = await startTimedPortal(at(day, time), {
    PAYMENT_TERMS_DAYS: String(TERMS_DAYS),
    ...settings,
  });
  const tally = makeTally();
  const world: World = { today: day, firstOpenDay: '', vatNumber: vatOf(settings), termsDays: TERMS_DAYS };
  const accounts: Account[] = [];
  const numbers: string[] = [];
  const linesOf = new Map<Item, { id: number; line: Line; cents: number; creditedCents: number }[]>();
  const filed: (figures.Filing & { bytes: string })[] = [];
  const closed: { month: string; isOpened: boolean; totals: unknown; ageing: unknown }[] = [];
  let imported = 20_000;
  const acts = new Map<string, { done: number; refused: number }>();
  const countAct = (kind: string, isDone: boolean) => {
    const { done, refused } = acts.get(kind) ?? { done: 0, refused: 0 };
    acts.set(kind, { done: done + Number(isDone), refused: refused + Number(!isDone) });
  };

  /** Asks; compares whether it was done or refused as the books say; writes it in the books if it was done. */
  const act = async (
    kind: string,
    where: string,
    refuse: () => void,
    ask: () => Promise<Answer>,
    write: (answer: Answer['body']) => void,
  ): Promise<Answer> => {
    const name = `${world.today} ${kind} ${where}`;
    let refusal: Refusal | undefined;
    try {
      refuse();
    } catch (error) {
      if (!(error instanceof Refusal)) {
        throw error;
      }
      refusal = error;
    }
    const answer = await ask();
    const isDone = answer.status < 300;
    countAct(kind, isDone);
    const asExpected = refusal ? refusal.statuses.includes(answer.status) : isDone;
    tally.compare(
      'answers',
      name,
      refusal ? `refused with ${refusal.statuses}` : 'done',
      asExpected
        ? refusal
          ? `refused with ${refusal.statuses}`
          : 'done'
        : `${answer.status} ${JSON.stringify(answer.body)}`,
    );
    if (refusal?.code && asExpected) {
      tally.compare('answers', `${name} code`, refusal.code, answer.body.code);
    }
    if (isDone) {
      write(answer.body);
    }

    return answer;
  };

  const nameOf = (account: Account) => `client ${account.userId}`;

  return {
    portal,
    tally,
    world,
    accounts,
    numbers,
    closed,
    filed,
    acts,
    linesOf: (invoice: Item) => linesOf.get(invoice) ?? [],

    moveTo: async (to: string, hour: string) => {
      await portal.moveTo(at(to, hour));
      world.today = to;
    },
    startAgain: async (changed: Record<string, string>, hour: string) => {
      await portal.startAgain(at(world.today, hour), changed);
      world.vatNumber = vatOf({ ...settings, ...changed });
      Object.assign(settings, changed);
    },

    /** Imports clients with balances of a day. */
    importClients: async (clients: ImportedClient[], takenOn: string): Promise<Account[]> => {
      const rows = clients.map((client, index) => {
        const number = imported + index;
        const balance = toAmount(client.cents ?? 0).toFixed(2);

        return `OW${number},Client,Number ${number},client${number}@mail.example,1 Long Street,Cape Town,${balance},${client.dueDay ?? ''}`;
      });
      await portal.importClients(`${COLUMNS}\n${rows.join('\n')}\n`, takenOn);
      const added: Account[] = [];
      for (const [index, { cents = 0, dueDay = null }] of clients.entries()) {
        const found = await portal.call('GET', `/api/admin/users?limit=30&search=OW${imported + index}`);
        const account = books.makeAccount(found.body.users[0].User_Id);
        books.takeOn(account, world, cents, takenOn, dueDay);
        added.push(account);
      }
      imported += clients.length;
      accounts.push(...added);

      return added;
    },

    addService: async (account: Account): Promise<number> => {
      const { body } = await portal.call('POST', `/api/admin/users/${account.userId}/services`, {
        pricePerMonth: 399,
      });

      return body.id;
    },

    issue: async (account: Account, lines: Line[], dueDate?: string): Promise<Item | undefined> => {
      const cents = lines.map(({ amount, quantity = 1 }) => lineCents(toCents(amount), quantity));
      let invoice: Item | undefined;
      await act(
        'invoice',
        nameOf(account),
        () => {
          for (const { serviceId, from, to } of lines) {
            if (serviceId && from && to && books.isBilled(account, serviceId, from, to)) {
              throw new Refusal(409, 'already_billed');
            }
          }
        },
        () => portal.call('POST', '/api/invoices', { userId: account.userId, lineItems: lines, dueDate }),
        (body) => {
          numbers.push(body.invoiceNumber);
          invoice = books.issue(account, world, {
            id: body.id,
            number: body.invoiceNumber,
            cents: cents.reduce((sum, one) => sum + one, 0),
            dueDay: dueDate ?? addDays(world.today, TERMS_DAYS),
          });
          tally.compare(
            'invoices',
            `${world.today} ${body.invoiceNumber}`,
            invoiceNow(account, invoice),
            body,
          );
        },
      );
      if (invoice) {
        const { body } = await portal.call('GET', `/api/invoices/${invoice.id}`);
        const issued = lines.map((line, index) => ({
          id: Number(body.lineItems[index].id),
          line,
          cents: cents[index] ?? 0,
          creditedCents: 0,
        }));
        linesOf.set(invoice, issued);
        for (const { id, line } of issued) {
          if (line.serviceId && line.from && line.to) {
            const { serviceId, from, to } = line;
            account.billed.push({ serviceId, from, to, invoice, lineId: id, isEnded: false });
          }
        }
      }

      return invoice;
    },

    pay: async (
      account: Account,
      { day = world.today, amount, named = [], replaces }: PaymentWish,
    ): Promise<Item | undefined> => {
      const payment = {
        bankDay: day,
        cents: toCents(amount),
        named: named.map((part) => ({ item: part.invoice, cents: toCents(part.amount) })),
        replaces: replaces ?? null,
      };
      const preview = await previewPayment(portal, account, payment);
      let paid: Item | undefined;
      await act(
        named.some(({ invoice }) => books.writtenOffOf(account, invoice) > 0)
          ? 'payment that recovers'
          : replaces
            ? 'payment again'
            : 'payment',
        `${nameOf(account)} of ${amount} on ${day}`,
        () => books.refusePayment(account, world, payment),
        () =>
          portal.call('POST', `/api/admin/users/${account.userId}/payments`, {
            date: day,
            amount,
            method: 'eft',
            allocations: named.map((part) => ({ invoiceId: part.invoice.id, amount: part.amount })),
            replaces: replaces?.id,
          }),
        (body) => {
          paid = books.pay(account, world, { ...payment, id: body.id });
          tally.compare('payments', `${world.today} payment ${body.id}`, paymentNow(account, paid), body);
          tally.compare('previews', `${world.today} payment ${body.id}`, paidNow(account, paid), preview);
        },
      );

      return paid;
    },

    reverse: (account: Account, payment: Item, bankDay = world.today) =>
      act(
        'reversal',
        `${nameOf(account)} of payment ${payment.id}`,
        () => books.refuseReversal(world, payment, bankDay),
        () =>
          portal.call('POST', `/api/admin/payments/${payment.id}/reversal`, {
            reason: 'The bank returned it',
            bankDate: bankDay,
          }),
        (body) => {
          books.reverse(account, world, payment, bankDay);
          tally.compare('payments', `${world.today} reversal`, { reversalBankDate: bankDay }, body);
        },
      ),

    markPaid: (account: Account, invoice: Item) =>
      act(
        'to paid',
        `${nameOf(account)} ${invoice.number}`,
        () => books.refuseMarkPaid(account, invoice),
        () => portal.call('PATCH', `/api/invoices/${invoice.id}/status`, { status: 'paid' }),
        () => {
          const cents = books.dueOf(account, invoice);
          const named = [{ item: invoice, cents }];
          // The answer is the invoice; the payment's id is read from the list.
          books.pay(account, world, { id: 0, bankDay: world.today, cents, named, replaces: null });
        },
      ),

    makeVoid: (account: Account, invoice: Item) =>
      act(
        'to void',
        `${nameOf(account)} ${invoice.number}`,
        () => books.refuseVoid(account, world, invoice),
        () =>
          portal.call('PATCH', `/api/invoices/${invoice.id}/status`, {
            status: 'void',
            reason: 'Issued by mistake',
          }),
        () => books.makeVoid(account, world, invoice),
      ),

    refund: (account: Account, amount: number, bankDay = world.today) =>
      act(
        'refund',
        `${nameOf(account)} of ${amount}`,
        () => books.refuseRefund(account, world, toCents(amount), bankDay),
        () =>
          portal.call('POST', `/api/admin/users/${account.userId}/refunds`, {
            amount,
            method: 'eft',
            reason: 'Asked for',
            bankDate: bankDay,
          }),
        () => books.refund(account, world, toCents(amount), bankDay),
      ),

    correct: (account: Account, amount: number) =>
      act(
        'correction',
        `${nameOf(account)} by ${amount}`,
        () => books.refuseCorrection(account, toCents(amount)),
        () =>
          portal.call('POST', `/api/admin/users/${account.userId}/corrections`, {
            amount,
            reason: 'Old books were wrong',
          }),
        () => books.correct(account, world, toCents(amount)),
      ),

    credit: async (
      account: Account,
      invoice: Item,
      { amount, lines }: NoteWish,
    ): Promise<Item | undefined> => {
      const cents = lines ? lines.reduce((sum, line) => sum + toCents(line.amount), 0) : toCents(amount ?? 0);
      let note: Item | undefined;
      await act(
        'credit note',
        `${nameOf(account)} of ${toAmount(cents)} on ${invoice.number}`,
        () => books.refuseCreditNote(account, invoice, cents),
        () =>
          portal.call('POST', `/api/invoices/${invoice.id}/credit-notes`, {
            reason: 'price-agreed',
            explanation: EXPLANATION,
            amount,
            lines,
          }),
        (body) => {
          numbers.push(body.creditNoteNumber);
          note = books.creditNote(account, world, invoice, {
            id: body.id,
            number: body.creditNoteNumber,
            cents,
            ...(lines && { lines: lines.map((line) => ({ ...line, cents: toCents(line.amount) })) }),
          });
          for (const { lineId, amount: part } of lines ?? []) {
            const line = linesOf.get(invoice)?.find(({ id }) => id === lineId);
            if (line) {
              line.creditedCents += toCents(part);
            }
          }
          tally.compare(
            'credit notes',
            `${world.today} ${body.creditNoteNumber}`,
            noteNow(account, note),
            body,
          );
        },
      );

      return note;
    },

    writeOff: (account: Account, invoice: Item, amount: number) =>
      act(
        'write-off',
        `${nameOf(account)} of ${amount} of ${invoice.number ?? invoice.kind}`,
        () => books.refuseWriteOff(account, invoice, toCents(amount)),
        () =>
          portal.call(
            'POST',
            invoice.kind === 'invoice'
              ? `/api/invoices/${invoice.id}/write-off`
              : `/api/admin/users/${account.userId}/opening-write-off`,
            { amount, reason: 'Cannot be found', collection: 'Two letters and a call' },
          ),
        (body) => {
          books.writeOff(account, world, invoice, toCents(amount));
          if (invoice.kind === 'invoice') {
            tally.compare('invoices', `${world.today} ${invoice.number}`, invoiceNow(account, invoice), body);
          }
        },
      ),

    takeBack: (account: Account, invoice: Item) =>
      act(
        'take-back',
        `${nameOf(account)} of ${invoice.number ?? invoice.kind}`,
        () => books.refuseTakeBack(account, invoice),
        () =>
          portal.call(
            'POST',
            invoice.kind === 'invoice'
              ? `/api/invoices/${invoice.id}/write-off/reversal`
              : `/api/admin/users/${account.userId}/opening-write-off/reversal`,
            { reason: 'Found after all' },
          ),
        (body) => {
          books.takeBack(account, world, invoice);
          if (invoice.kind === 'invoice') {
            tally.compare('invoices', `${world.today} ${invoice.number}`, invoiceNow(account, invoice), body);
          }
        },
      ),

    writeOffAll: async (some: Account[]) => {
      const { status, body } = await portal.call('POST', '/api/admin/write-offs', {
        userIds: some.map(({ userId }) => userId),
        reason: 'Too old',
        collection: 'Two letters and a call',
      });
      tally.compare('answers', `${world.today} write-offs`, 200, status);
      for (const account of some) {
        const outcome = Array.isArray(body) ? body.find((one) => one.userId === account.userId) : undefined;
        const owed = toAmount(books.owedOf(account));
        tally.compare('answers', `${world.today} write-offs of ${nameOf(account)}`, owed, outcome?.amount);
        countAct('write-off of all that is due', outcome?.refused === null);
        if (outcome?.refused === null) {
          books.writeOffAll(account, world);
        }
      }
    },

    deleteClient: (account: Account) =>
      act(
        'deletion',
        nameOf(account),
        () => books.refuseDeletion(account),
        () => portal.call('DELETE', `/api/admin/users/${account.userId}`),
        () => books.deleteAccount(account, world),
      ),

    /** Closes a month. */
    close: (month: string) =>
      act(
        'closing',
        month,
        () => {
          if (lastDayOf(month) >= world.today) {
            throw new Refusal(409, 'not_over');
          }
          if (world.firstOpenDay !== '' && month !== monthOf(world.firstOpenDay)) {
            throw new Refusal(409, 'not_next');
          }
        },
        () => portal.call('POST', '/api/admin/closings', { month }),
        (body) => {
          world.firstOpenDay = firstDayOf(addMonths(month, 1));
          closed.unshift({ month, isOpened: false, totals: body.totals, ageing: body.ageing });
          const [from, to] = [firstDayOf(month), lastDayOf(month)];
          const { isClosed, ...totals } = { isClosed: true, ...figures.controlAccount(accounts, from, to) };
          const living = accounts.filter(({ deletedOn }) => deletedOn === null);
          tally.compare('closings', `${month} totals`, totals, body.totals);
          tally.compare('closings', `${month} ageing`, figures.ageing(living, to), body.ageing);
        },
      ),

    /** Files the report of a tax period of two months. */
    file: async (period: string, vatNumber: string) => {
      const report = { period, months: 2, vatNumber };
      const { status } = await act(
        'filing',
        `${period} for ${vatNumber}`,
        () => {
          if (filed.some((one) => one.period === period && one.vatNumber === vatNumber)) {
            throw new Refusal(409);
          }
          if (lastDayOf(period) >= world.firstOpenDay) {
            throw new Refusal(409);
          }
          if (!figures.hasReport(accounts, report, { filings: filed, present: world.vatNumber })) {
            throw new Refusal(409);
          }
        },
        () => portal.call('POST', '/api/admin/vat-reports', { period, vatNumber }),
        () => undefined,
      );
      if (status < 300) {
        const bytes = await readFiled({ portal }, period, vatNumber);
        filed.push({ ...report, day: world.today, bytes });
      }
    },

    /** Opens a closed month again. */
    open: (month: string) =>
      act(
        'opening',
        month,
        () => {
          if (closed.find(({ isOpened }) => !isOpened)?.month !== month) {
            throw new Refusal([404, 409]);
          }
          if (filed.some(({ period }) => month === period || month === addMonths(period, -1))) {
            throw new Refusal(409, 'filed');
          }
        },
        () =>
          portal.call('POST', `/api/admin/closings/${month}/opening`, { reason: 'A payment was forgotten' }),
        () => {
          const newest = closed.find(({ isOpened }) => !isOpened);
          if (newest) {
            newest.isOpened = true;
          }
          const last = closed.find(({ isOpened }) => !isOpened);
          world.firstOpenDay = last ? firstDayOf(addMonths(last.month, 1)) : '';
        },
      ),

    rows: figures.CONTROL_ROWS,
    stop: portal.stop,
  };
};

export type Court = Awaited<ReturnType<typeof openCourt>>;
