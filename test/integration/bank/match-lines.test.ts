import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { bankBookings } from '#functions/database/schema/bank-tables.ts';
import type { LineToMatch } from '#functions/domain/bank/match-lines.ts';
import { dayAfter } from '#shared/dates.ts';
import { type Client, newNumber, newWord, openMatching } from '#test/support/bank/matched-clients.ts';
import { connectAsOwner } from '#test/support/database/owner-connection.ts';
import { portal } from '#test/support/portal/shared-portal.ts';

const daysAgo = (days: number) => dayAfter(new Date(), -days);
const CENTS = 48_713;

const { addClient, addService, match, proposalsOf, bookLineOf } = openMatching(() => portal);

describe('what names the client of a line', () => {
  it('an OW number, whatever its case', async () => {
    const { userId, number } = await addClient();

    expect(await proposalsOf({ reference: `ow ${number} thanks` })).toMatchObject([
      { userId, paymentId: null, reasons: [`OW number OW${number}`] },
    ]);
  });

  it('an OW number, but never for certain beside more numbers than are looked up', async () => {
    const { number, account } = await addClient();
    await account.issue(daysAgo(9), CENTS, daysAgo(2));
    const others = Array.from({ length: 20 }, (_, index) => 30_300_001 + index).join(' ');
    const line = { reference: `OW${number}`, amountCents: CENTS };

    expect(await match(line, { ...line, description: `DEPOSIT ${others}` })).toMatchObject([
      { state: 'certain' },
      { state: 'likely' },
    ]);
  });

  it('digits alone, which are never certain', async () => {
    const { userId, number, account } = await addClient();
    await account.issue(daysAgo(9), CENTS, daysAgo(2));

    expect(await match({ reference: `ref ${number}.`, amountCents: CENTS })).toMatchObject([
      {
        state: 'likely',
        proposals: [{ userId, reasons: [`Digits of OW${number}`, 'Amount is all that is due'] }],
      },
    ]);
  });

  it('an invoice number, open or paid, without hyphens', async () => {
    const { userId, account } = await addClient();
    const invoiceId = await account.issue(daysAgo(40), 10_000, daysAgo(30));
    await account.pay(daysAgo(20), 10_000);
    const { rows } = await portal.connection.execute(
      sql`select invoice_number as number from invoices where id = ${invoiceId}`,
    );
    const number = String(rows[0]?.number);

    expect(await proposalsOf({ description: `PAYMENT ${number.replaceAll('-', '')}` })).toMatchObject([
      { userId, paymentId: null, reasons: [`Invoice ${number}`] },
    ]);
  });

  it('a mobile number, a service number, a username, a reference and an organisation', async () => {
    const organisation = `${newWord()} Trading CC`;
    const reference = newWord();
    const username = `${newWord()}@fibre.example`;
    const mobile = `74${newNumber().slice(1)}`;
    const sim = `87${newNumber().slice(1)}`;
    const { userId } = await addClient({
      User_Mobile: `+27${mobile}`,
      User_Org: organisation,
      User_Ref: reference,
    });
    await addService(userId, {
      account_username: username,
      msisdn: `+27${sim}`,
      price_per_month: '487.13',
    });
    const ofClient = (...reasons: string[]) => [{ userId, paymentId: null, reasons }];
    const price = 'Amount is the monthly price';

    expect(await proposalsOf({ amountCents: CENTS, reference: `0${mobile}` })).toMatchObject(
      ofClient(`Mobile number 0${mobile}`, price),
    );
    expect(await proposalsOf({ amountCents: CENTS, reference: `+27 ${sim}` })).toMatchObject(
      ofClient(`Service number 0${sim}`, price),
    );
    expect(await proposalsOf({ amountCents: CENTS, reference: username.toUpperCase() })).toMatchObject(
      ofClient(`Username ${username.toLowerCase()}`, price),
    );
    expect(
      await proposalsOf({ amountCents: CENTS, reference: `for ${reference.toUpperCase()}` }),
    ).toMatchObject(ofClient(`Reference ${reference}`, price));
    expect(
      await proposalsOf({ amountCents: CENTS, description: `EFT ${organisation.toUpperCase()} RENT` }),
    ).toMatchObject(ofClient(`Organisation ${organisation}`, price));
  });

  it.each([
    ['O’%s', "O'%s"],
    ['O’%s', 'O%s'],
    ['O’%s', 'O %s'],
    ["O'%s", 'O´%s'],
    ['Mü%sé', 'MU%sE'],
    ['Mu\u0308%s', 'MÜ%s'],
    ['Naidoo-%s', 'NAIDOO %s'],
    ['Naidoo %s', 'NAIDOO-%s'],
  ])('a surname or organisation stored as %j that the bank prints as %j', async (stored, printed) => {
    const word = newWord();
    const name = stored.replace('%s', word);
    const bySurname = await addClient({ User_Surname: name });
    const byOrganisation = await addClient({ User_Org: `${name} Trading` });
    const text = printed.replace('%s', word.toUpperCase());

    expect(await proposalsOf({ description: `EFT ${text}` })).toMatchObject([
      { userId: bySurname.userId, paymentId: null, reasons: [`Surname ${name}`] },
    ]);
    expect(await proposalsOf({ description: `EFT ${text} TRADING` })).toContainEqual({
      userId: byOrganisation.userId,
      paymentId: null,
      reasons: [`Organisation ${name} Trading`],
      isByWords: true,
    });
  });

  it('a surname without its accents, but not one of other letters', async () => {
    const word = newWord();
    await addClient({ User_Surname: `Mü${word}` });

    expect(await proposalsOf({ description: `EFT MI${word}` })).toEqual([]);
    expect(await proposalsOf({ description: `EFT MUE${word}` })).toEqual([]);
  });

  it('a surname of four clients, but not of five', async () => {
    const surname = newWord();
    for (let count = 0; count < 4; count += 1) {
      await addClient({ User_Surname: surname });
    }
    const four = await proposalsOf({ description: `EFT J ${surname}` });
    await addClient({ User_Surname: surname });

    expect(four.map(({ reasons }) => reasons)).toEqual(Array(3).fill([`Surname ${surname}`]));
    expect(await proposalsOf({ description: `EFT J ${surname}` })).toEqual([]);
  });

  it('a payer who was booked for one client, until that is undone or a second one is booked', async () => {
    const payer = `J ${newWord().toUpperCase()}`;
    const { userId, account } = await addClient();
    const other = await addClient();
    const booking = await bookLineOf(payer, await account.pay(daysAgo(30), 100));
    const one = await proposalsOf({ description: payer });
    await bookLineOf(payer, await other.account.pay(daysAgo(30), 100));
    const two = await proposalsOf({ description: payer });
    await portal.connection
      .update(bankBookings)
      .set({ ended_at: new Date().toISOString() })
      .where(sql`${bankBookings.id} = ${booking}`);

    expect(one).toMatchObject([{ userId, paymentId: null, reasons: ['Paid like this before'] }]);
    expect(two).toEqual([]);
    expect((await proposalsOf({ description: payer })).map((proposal) => proposal.userId)).toEqual([
      other.userId,
    ]);
  });

  it('an inactive client counts, an administrator never', async () => {
    const inactive = await addClient({ User_Status: 0 });
    const administrator = await addClient({ user_role: 'admin' });

    expect((await proposalsOf({ reference: `OW${inactive.number}` }))[0]?.userId).toBe(inactive.userId);
    expect(
      await proposalsOf({ reference: `OW${administrator.number}`, description: administrator.surname }),
    ).toEqual([]);
  });

  it('an amount alone, if it is that of an open invoice of few clients', async () => {
    const { userId, account } = await addClient();
    const cents = 1_000_000 + Number(newNumber());
    await account.issue(daysAgo(3), cents, dayAfter(new Date(), 4));

    expect(await match({ amountCents: cents })).toMatchObject([
      {
        state: 'likely',
        proposals: [{ userId, paymentId: null, reasons: ['Amount is all that is due'] }],
      },
    ]);
    expect(await proposalsOf({ amountCents: cents + 1 })).toEqual([]);
  });
});

describe('how an amount fits', () => {
  it('it is one open invoice, or all that is due', async () => {
    const { number, account } = await addClient();
    await account.issue(daysAgo(3), 30_000, dayAfter(new Date(), 4));
    await account.issue(daysAgo(2), 20_000, dayAfter(new Date(), 5));
    const ofCents = async (amountCents: number) => {
      const [found] = await match({ reference: `OW${number} thanks`, amountCents });

      return [found?.state, found?.proposals[0]?.reasons.at(-1)];
    };

    expect(await ofCents(50_000)).toEqual(['certain', 'Amount is all that is due']);
    expect(await ofCents(20_000)).toEqual(['certain', expect.stringMatching(/^Amount is that of INV-/)]);
    expect(await ofCents(20_001)).toEqual(['likely', `OW number OW${number}`]);
  });
});

describe('what keeps a line from being certain', () => {
  const owing = async (change: Client = {}) => {
    const client = await addClient(change);
    await client.account.issue(daysAgo(9), CENTS, daysAgo(2));

    return client;
  };
  const matchOf = async (line: Partial<LineToMatch>) => (await match({ amountCents: CENTS, ...line }))[0];
  const stateOf = async (line: Partial<LineToMatch>) => (await matchOf(line))?.state;

  it('a longer OW number that begins with one at the end of a field', async () => {
    const { number } = await owing();
    const before = await stateOf({ reference: `OW${number}` });
    await addClient({ OWNumber: `OW${number}5` });

    expect(before).toBe('certain');
    expect(await stateOf({ reference: `OW${number}` })).toBe('likely');
    expect(await stateOf({ reference: `OW${number} thanks` })).toBe('certain');
  });

  it('an invoice number that its field cut off, so that it is the number of another', async () => {
    const { account } = await addClient();
    const invoiceId = await account.issue(daysAgo(9), CENTS, daysAgo(2));
    const { rows } = await portal.connection.execute(
      sql`select invoice_number as number from invoices where id = ${invoiceId}`,
    );
    const short = String(rows[0]?.number).replace(/-0(\d+)$/, '-$1');

    expect(await stateOf({ reference: short })).toBe('likely');
    expect(await stateOf({ reference: `${short} thanks` })).toBe('certain');
  });

  it('another client with nearly this OW number, whose name stands in the text', async () => {
    const { number } = await owing();
    const oneOff = `${number.slice(0, 3)}${(Number(number.charAt(3)) + 3) % 10}${number.slice(4)}`;
    const near = await addClient({ OWNumber: `OW${oneOff}` });
    const far = await addClient();
    const line = { reference: `OW${number} thanks` };

    expect(await stateOf({ ...line, description: `EFT ${far.surname}` })).toBe('certain');
    expect(await stateOf({ ...line, description: `EFT ${near.surname}x` })).toBe('certain');
    const doubted = await matchOf({ ...line, description: `EFT ${near.surname}` });
    expect(doubted).toMatchObject({ state: 'likely' });
    expect(doubted?.proposals[1]).toMatchObject({
      userId: near.userId,
      reasons: [`Close to OW${oneOff}, with the name ${near.surname}`, `Surname ${near.surname}`],
    });
  });

  it('two digits of the OW number that are swapped, with the organisation in the text', async () => {
    const number = newNumber().replace(/^(...)../, '$123');
    await owing({ OWNumber: `OW${number}` });
    const organisation = `${newWord()} Signs`;
    await addClient({ OWNumber: `OW${number.replace(/^(...)23/, '$132')}`, User_Org: organisation });
    const line = { reference: `OW${number} thanks` };

    expect(await stateOf(line)).toBe('certain');
    expect(await stateOf({ ...line, description: `EFT ${organisation}` })).toBe('likely');
  });

  /** A Saturday after Easter, so that the days before it hold two holidays. */
  const DAY = '2026-04-11';

  it.each([
    ['ten business days before', 'likely', '2026-03-26'],
    ['a day more before', 'certain', '2026-03-25'],
    ['five business days after', 'likely', '2026-04-17'],
    ['a day more after', 'certain', '2026-04-18'],
  ])('a payment without a line, %s: %s', async (_, state, paidOn) => {
    const { number, account } = await addClient();
    const paymentId = await account.pay(paidOn, 100);
    await account.issue(paidOn, CENTS + 100, '2026-05-01');
    const found = await matchOf({ reference: `OW${number} thanks`, date: DAY });

    expect(found).toMatchObject({ state, perhapsPaymentId: null });
    expect(await matchOf({ reference: `OW${number} thanks`, date: DAY, amountCents: 100 })).toMatchObject({
      perhapsPaymentId: state === 'likely' ? paymentId : null,
    });
  });

  it('of several payments without a line it names the one of its amount, then the nearest', async () => {
    const { number, account } = await addClient();
    await account.pay(daysAgo(1), 100);
    const early = await account.pay(daysAgo(5), 200);
    await account.pay(daysAgo(6), 200);
    const perhapsOf = async (amountCents: number) =>
      matchOf({ reference: `OW${number} thanks`, amountCents });

    expect(await perhapsOf(200)).toMatchObject({ perhapsPaymentId: early });
    expect((await perhapsOf(300))?.perhaps).toMatch(/^R\s1,00 was recorded on /);
  });

  it('no payment that a line booked, or that was reversed', async () => {
    const { number, account } = await addClient();
    const booked = await account.pay(daysAgo(3), CENTS);
    await bookLineOf(`J ${newWord().toUpperCase()}`, booked);
    await account.reverse(daysAgo(1), await account.pay(daysAgo(2), CENTS));
    await account.issue(daysAgo(1), 2 * CENTS, daysAgo(0));

    expect(await match({ reference: `OW${number} thanks`, amountCents: CENTS })).toMatchObject([
      { state: 'certain', perhaps: null, perhapsPaymentId: null },
    ]);
  });

  it.each([
    ['of that amount, moved in those days though recorded long before', 'likely', 40, CENTS, false],
    ['of that amount, recorded in those days', 'likely', 2, CENTS, true],
    ['of another amount', 'certain', 2, CENTS + 1, false],
  ])('a payment that was moved to another client, %s: %s', async (_, state, days, cents, canJoin) => {
    const { number, account } = await addClient();
    const other = await addClient();
    await account.issue(daysAgo(50), CENTS, daysAgo(0));
    const typed = await account.pay(daysAgo(days), cents);
    await account.reverse(daysAgo(0), typed);
    const moved = await other.account.pay(daysAgo(days), cents);
    await connectAsOwner().execute(sql`
      update ledger_entries set replaces = ${typed}::bigint, created_at = now() where id = ${moved}`);

    expect(await matchOf({ reference: `OW${number} thanks` })).toMatchObject({
      state,
      perhapsPaymentId: canJoin ? moved : null,
    });
    await bookLineOf(`J ${newWord().toUpperCase()}`, moved);
    expect(await matchOf({ reference: `OW${number} thanks` })).toMatchObject({
      state,
      perhapsPaymentId: null,
    });
  });

  it('a payment that was moved away and reversed long before the line is none', async () => {
    const { number, account } = await addClient();
    const other = await addClient();
    await account.issue(daysAgo(90), CENTS, daysAgo(0));
    const typed = await account.pay(daysAgo(80), CENTS);
    await account.reverse(daysAgo(79), typed);
    const moved = await other.account.pay(daysAgo(79), CENTS);
    await connectAsOwner().execute(
      sql`update ledger_entries set replaces = ${typed}::bigint where id = ${moved}`,
    );

    expect(await matchOf({ reference: `OW${number} thanks` })).toMatchObject({ state: 'certain' });
  });

  it("the payment's day at the bank counts, not the day of its entry", async () => {
    const { number, account } = await addClient();
    const paymentId = await account.pay(daysAgo(1), CENTS);
    await account.issue(daysAgo(1), 2 * CENTS, daysAgo(0));
    const line = { reference: `OW${number} thanks`, amountCents: CENTS };
    const before = await match(line);
    await connectAsOwner().execute(
      sql`update ledger_entries set bank_date = ${daysAgo(30)}::date where id = ${paymentId}`,
    );

    expect(before).toMatchObject([{ perhapsPaymentId: paymentId }]);
    expect(await match(line)).toMatchObject([{ state: 'certain', perhapsPaymentId: null }]);
  });
});

describe('a returned line', () => {
  it('names the payments of the client whom its reference names, then others of the amount, none reversed', async () => {
    const cents = 2_000_000 + Number(newNumber().slice(2));
    const { userId, number, account } = await addClient();
    const old = await account.pay(daysAgo(70), cents);
    const booked = await account.pay(daysAgo(30), cents);
    await bookLineOf(`J ${newWord().toUpperCase()}`, booked);
    await account.reverse(daysAgo(1), await account.pay(daysAgo(2), cents));
    const other = await addClient();
    const newest = await other.account.pay(daysAgo(4), cents);

    const [named, unnamed] = await match(
      { amountCents: -cents, reference: `OW${number}` },
      { amountCents: -cents },
    );

    expect(named).toMatchObject({ state: 'returned', perhaps: null });
    expect(named?.proposals.map((proposal) => [proposal.userId, proposal.paymentId])).toEqual([
      [userId, booked],
      [userId, old],
      [other.userId, newest],
    ]);
    expect(named?.proposals[0]?.reasons).toContain(`OW number OW${number}`);
    expect(unnamed?.proposals.map(({ paymentId }) => paymentId)).toEqual([newest, booked]);
  });

  it('names no payment of a later day', async () => {
    const cents = 3_000_000 + Number(newNumber().slice(2));
    const { account } = await addClient();
    await account.pay(daysAgo(4), cents);

    expect(await proposalsOf({ amountCents: -cents, date: daysAgo(5) })).toEqual([]);
  });
});
