import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { services } from '#functions/database/schema/services-tables.ts';
import { helpdeskTickets } from '#functions/database/schema/tickets-tables.ts';
import { users } from '#functions/database/schema/users-tables.ts';
import { addInvoices } from '#test/support/ledger/add-invoices.ts';
import { addUser } from '#test/support/portal/accounts.ts';
import { admin, portal } from '#test/support/portal/shared-portal.ts';

const ask = async (path: string) => {
  const { status, body } = await portal.call('GET', path, admin);
  expect(status).toBe(200);

  return body;
};

/** A mark of this file, so that the accounts of other files are not found. */
const OWN = 'qzpair';
let count = 0;

/** Where an administrator looks for a client, as the ids that are found. */
const PLACES: Record<string, (query: string) => Promise<number[]>> = {
  'the header': async (query) => (await ask(`/api/search?q=${query}`)).map(({ id }: { id: number }) => id),
  'the list of users': async (query) =>
    (await ask(`/api/admin/users?limit=100&search=${query}`)).users.map(
      ({ User_Id }: { User_Id: number }) => User_Id,
    ),
  'the debtors': async (query) =>
    (await ask(`/api/admin/debtors?limit=60&search=${query}`)).debtors.map(
      ({ userId }: { userId: number }) => userId,
    ),
};

/** Adds a client who owes. */
const addDebtor = async (name: string, surname: string, organisation: string | null) => {
  count += 1;
  const userId = await addUser(portal, {
    User_Name: name,
    User_Surname: surname,
    User_Org: organisation,
    User_Email: `${OWN}${count}@mail.example`,
  });
  await addInvoices(portal, userId, [{ invoice_number: `INV-2031-${OWN}${count}`, total_amount: '10.00' }]);

  return userId;
};

describe('a client is found as people type a name', () => {
  const FOUND: [stored: string, typed: string[]][] = [
    [
      "Jean|D'Arcy|",
      ["D'Arcy", 'D’Arcy', 'D‘Arcy', 'D`Arcy', 'D´Arcy', 'DʼArcy', 'D′Arcy', 'DArcy', 'D Arcy', 'darcy JEAN'],
    ],
    ['Sean|O’Connor|', ["O'Connor", 'OConnor', 'O Connor', "o'conn", 'Connor, Sean']],
    ['Jürgen|Müller|', ['Muller', 'Müller', 'Mu\u0308ller', 'MÜLLER', 'jurgen muller', 'Müller, Jürgen']],
    ['Jose\u0301|Nun\u0303ez|', ['José', 'Jose', 'Jose\u0301', 'Núñez', 'nunez jose']],
    [
      'Koos|van der Merwe|',
      [
        'Koos van der Merwe',
        'Merwe Koos',
        'van der Merwe, Koos',
        'Koos  van der Merwe',
        'Koos\u00a0van\u2009der Merwe',
        'koos merwe',
        'van-der-Merwe',
      ],
    ],
    ['Søren|Østergård|', ['Soren Ostergard', 'ØSTERGÅRD', 'ostergard; soren']],
    ['Łukasz|Wałęsa|', ['Lukasz Walesa', 'walesa']],
    ['Anne-Marie|Strauß|', ['anne marie', 'Anne‑Marie', 'Anne–Marie Strauss', 'STRAUSS']],
    ['Thandi|Naidoo‐Botha|', ['Naidoo-Botha', 'Naidoo Botha', 'Botha Naidoo']],
    ['Jo\u200bhn\u00ad|Sm\u2060ith|', ['John', 'Smith John', 'Jo\u200bhn', '\u202aSmith\u202c']],
    ['Li|Jo|', ['Li Jo', 'Jo Li', 'li  jo']],
    ['Jo|Lines|', ['Jo Li', 'Lines Jo', 'Li, Jo']],
    ['Petra|Kgosi|Café Zoë (Pty) Ltd', ['Cafe Zoe', 'zoë café', 'CAFÉ ZOE (PTY)']],
    ['Ṱhoho|Ŋgũgĩ|', ['Thoho Ngugi', 'ngugi']],
  ];
  const ids = new Map<string, number>();
  beforeAll(async () => {
    for (const [stored] of FOUND) {
      const [name = '', surname = '', organisation = ''] = stored.split('|');
      ids.set(stored, await addDebtor(name, surname, organisation || null));
    }
  });

  it.each(
    FOUND.flatMap(([stored, typed]) =>
      typed.flatMap((query) => Object.keys(PLACES).map((place) => [stored, query, place] as const)),
    ),
  )('%j is found by %j in %s', async (stored, query, place) => {
    expect(await PLACES[place]?.(encodeURIComponent(query))).toContain(ids.get(stored));
  });

  it.each(
    [
      ['Jürgen|Müller|', 'Miller'],
      ['Jürgen|Müller|', 'Mueller'],
      ['Jürgen|Müller|', 'Jürgen Miller'],
      ["Jean|D'Arcy|", 'Darky'],
      ['Koos|van der Merwe|', 'Koos Botha'],
      ['Koos|van der Merwe|', 'Koosvan'],
      ['Koos|van der Merwe|', 'van der Merwe Johan'],
      ['Jose\u0301|Nun\u0303ez|', 'Josef'],
      ['Li|Jo|', 'Li Jos'],
      ['Thandi|Naidoo‐Botha|', 'Naidoobotha'],
      ['Thandi|Naidoo‐Botha|', 'Botha-Naidoo'],
      ['Petra|Kgosi|Café Zoë (Pty) Ltd', 'Cafe 100%'],
      ['Petra|Kgosi|Café Zoë (Pty) Ltd', 'Caf_ Zoe'],
    ].flatMap(([stored, query]) => Object.keys(PLACES).map((place) => [stored, query, place] as const)),
  )('%j is not found by %j in %s', async (stored = '', query = '', place) => {
    expect(await PLACES[place]?.(encodeURIComponent(query))).not.toContain(ids.get(stored));
  });

  it.each(
    ['\u0301\u0301', "''", ' ,;- --', '& + @', 'qzpair %'].flatMap((query) =>
      Object.keys(PLACES).map((place) => [query, place] as const),
    ),
  )('nobody is found by %j in %s', async (query, place) => {
    expect(await PLACES[place]?.(encodeURIComponent(query))).toEqual([]);
  });

  it.each([
    ['characters whose forms are long', 0x3300, 0x58],
    ['marks alone', 0x300, 0x70],
    ['characters that nobody sees', 0x200b, 5],
  ])(
    'a client is stored and found whose texts have the maximal length and are %s',
    async (_, first, kinds) => {
      const write = (length: number) =>
        String.fromCodePoint(...Array.from({ length }, (_each, at) => first + ((at * at + at) % kinds)));
      const userId = await addDebtor(write(100), write(100), write(255));
      const query = `${OWN}${count}@mail.example`;

      for (const place of Object.values(PLACES)) {
        expect(await place(encodeURIComponent(query))).toEqual([userId]);
      }
    },
  );

  describe('an account is found by its address', () => {
    let owner: number;
    beforeAll(async () => {
      owner = await addDebtor('Jan', 'Qzaddress', null);
      const User_Email = 'qzpair-r&d@xn--mller-kva.example';
      await portal.connection.update(users).set({ User_Email }).where(eq(users.User_Id, owner));
    });

    it.each(
      [
        'qzpair-r&d@xn--mller-kva.example',
        'qzpair-r&d@müller.example',
        'QZPAIR-R&D@MÜLLER.example',
        'mailto:qzpair-r%26d@müller.example?subject=Hello',
        'Jan Qzaddress <qzpair-r&d@xn--mller-kva.example>',
        'qzpair-r&d',
        'Jan qzpair-r&d@',
      ].flatMap((query) => Object.keys(PLACES).map((place) => [query, place] as const)),
    )('%j finds it in %s', async (query, place) => {
      expect(await PLACES[place]?.(encodeURIComponent(query))).toEqual([owner]);
    });
  });

  describe('an account is found by its OW number', () => {
    let owner: number;
    beforeAll(async () => {
      owner = await addDebtor('Nomsa', 'Qzowner', null);
      await portal.connection.update(users).set({ OWNumber: 'OW8765' }).where(eq(users.User_Id, owner));
    });

    it.each(
      [
        'OW8765',
        'ow 8765',
        '0W8765',
        'OW-8765',
        'OW\u20138765',
        'OW\u20118765',
        'OW\u00a08765',
        '#OW8765',
        'OW08765',
        'OW no. 8765',
        'OW 87',
      ].flatMap((query) => Object.keys(PLACES).map((place) => [query, place] as const)),
    )('typed as %j in %s', async (query, place) => {
      expect(await PLACES[place]?.(encodeURIComponent(query))).toContain(owner);
    });

    it.each(
      ['OW 87650', '0W9765', 'OW 8765 zz'].flatMap((query) =>
        Object.keys(PLACES).map((place) => [query, place] as const),
      ),
    )('but not as %j in %s', async (query, place) => {
      expect(await PLACES[place]?.(encodeURIComponent(query))).not.toContain(owner);
    });
  });

  it('a search of as many words as it may have is answered', async () => {
    const words = [...'abcdefghijklmnopqrstuvwxyz0123456789'].join(' ').padEnd(100, ' x');
    for (const place of Object.values(PLACES)) {
      expect(await place(encodeURIComponent(words))).toEqual([]);
    }
  });

  it('a search of more words than it may have is refused at its field', async () => {
    const query = encodeURIComponent('word '.repeat(80));
    for (const path of [
      '/api/search?q=',
      '/api/admin/palette?q=',
      '/api/admin/users?search=',
      '/api/admin/debtors?search=',
    ]) {
      expect((await portal.call('GET', `${path}${query}`, admin)).status).toBe(400);
    }
  });
});

describe('a record is found in the palette as people type it', () => {
  const CONTACT = 87_654_321;
  let service: { id: number } | undefined;
  beforeAll(async () => {
    const userId = await addUser(portal, { User_Support_Id: CONTACT });
    [service] = await portal.connection
      .insert(services)
      .values({ user_id: userId, service_category: 'Fibre', account_username: 'Zoë’s-café_1@qzpair.example' })
      .returning({ id: services.id });
    const at = '2026-11-20T10:00:00Z';
    await portal.connection.insert(helpdeskTickets).values({
      id: CONTACT,
      requester_id: CONTACT,
      status: 2,
      created_at: at,
      updated_at: at,
      fetched_at: at,
      description: '',
      description_start: '',
      ticket: { subject: 'Qzpair: the Müllers’ router – can’t connect' },
    });
  });

  const find = async (query: string) => {
    const found = await ask(`/api/admin/palette?q=${encodeURIComponent(query)}`);

    return {
      services: found.services.map(({ id }: { id: number }) => id),
      tickets: found.tickets.map(({ id }: { id: number }) => id),
    };
  };

  it.each(['Zoe’s-cafe_1', "ZOË'S-CAFÉ", 'zoes cafe', 'qzpair.example zoe', 'Zoë’s-café_1@qzpair.example'])(
    'a service is found by its username typed as %j',
    async (query) => {
      expect(await find(query)).toEqual({ services: [service?.id], tickets: [] });
    },
  );

  it.each([
    'mullers router qzpair',
    'Müllers’',
    "qzpair can't connect",
    'connect cant qzpair',
    'Qzpair: the  Müllers',
  ])('a ticket is found by its subject typed as %j', async (query) => {
    expect(await find(query)).toEqual({ services: [], tickets: [CONTACT] });
  });

  it.each(['qzpair millers', 'qzpair zoe_s', 'qzpair muellers'])(
    'no record is found by %j',
    async (query) => {
      expect(await find(query)).toEqual({ services: [], tickets: [] });
    },
  );
});

describe('a list is sorted by name as a person looks for it', () => {
  const SORTED = [
    'Adams',
    'adams',
    'Ångström',
    'de Beer',
    'Émile',
    "O'Neil",
    'Özil',
    'van Wyk',
    'zebra',
    'Zulu',
    'zulu',
  ];
  const ids: number[] = [];
  beforeAll(async () => {
    const added = new Map<string, number>();
    // The second of equals comes later, every other in the opposite order.
    for (const name of [
      'Adams',
      'Zulu',
      ...SORTED.toReversed().filter((name) => name !== 'Adams' && name !== 'Zulu'),
    ]) {
      added.set(name, await addDebtor(name, 'Qzsorted', `${name} Qzsorted`));
    }
    ids.push(...SORTED.map((name) => added.get(name) ?? 0));
  });

  it.each([
    ['users', '/api/admin/users?search=qzsorted&sort=name&order=asc', false],
    ['users', '/api/admin/users?search=qzsorted&sort=name&order=desc', true],
    ['debtors', '/api/admin/debtors?search=qzsorted&sort=name', false],
    ['debtors', '/api/admin/debtors?search=qzsorted&sort=company', false],
  ])(
    'the names of %s stand in the order of their letters, equal ones by their User_Id: %s',
    async (list, path, isBackwards) => {
      const body = await ask(path);
      const found = list === 'users' ? body.users : body.debtors;

      expect(found.map((row: { User_Id: number; userId: number }) => row.User_Id ?? row.userId)).toEqual(
        isBackwards ? ids.toReversed() : ids,
      );
    },
  );
});
