import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeOfx } from '#test/support/bank/ofx-file.ts';
import { dayFromToday } from '#test/support/ledger/money-calls.ts';
import { addCaller } from '#test/support/portal/accounts.ts';
import { startTestPortal, type TestPortal } from '#test/support/portal/portal.ts';

const [OWN, SECOND, FOREIGN] = ['62009880001', '62009880002', '62009880003'];
const TODAY = dayFromToday(0);
const HEADER = `When,What,Whose,How much,Kind,Number`;
const TEXT = `${HEADER}\n${TODAY},EFT,PAYER,100.00,CR,${OWN}\n${TODAY},EFT,PAYER,-20.00,DT,${OWN}\n`;
const MAPPING = { date: 0, description: 1, amount: 3, dateFormat: 'YYYY-MM-DD' };

let portal: TestPortal;
let admin: { cookie: string; userId: number };

beforeAll(async () => {
  portal = await startTestPortal({ settings: { OTHER_BANK_ACCOUNTS: `FNB ${OWN}, FNB ${SECOND}` } });
  admin = await addCaller(portal, 'admin');
});
afterAll(() => portal.stop());

const send = (path: string, body: object) =>
  portal.call('POST', `/api/admin/bank-files${path}`, {
    cookie: admin.cookie,
    body: { fileName: 'odd.csv', text: TEXT, account: OWN, ...body },
  });

describe('an odd order is answered with a sentence, in the preview as in the upload', () => {
  it.each<[string, object, number]>([
    ['a column that no row has', { mapping: { ...MAPPING, amount: 50 } }, 422],
    ['a day column that no row has', { mapping: { ...MAPPING, date: 50 } }, 422],
    ['a column beyond the most', { mapping: { ...MAPPING, amount: 51 } }, 400],
    ['a negative column', { mapping: { ...MAPPING, description: -1 } }, 400],
    ['too many texts', { mapping: { ...MAPPING, description: [1, 2, 3, 4, 5] } }, 400],
    ['no text', { mapping: { ...MAPPING, description: [] } }, 400],
    ['the amount as the day', { mapping: { ...MAPPING, date: 3 } }, 422],
    ['the amount as its balance', { mapping: { ...MAPPING, balance: 3 } }, 422],
    ['a first day long ago', { mapping: MAPPING, bookFrom: '1900-01-01' }, 422],
    [
      'an account of nobody',
      { mapping: MAPPING, account: FOREIGN, text: TEXT.replaceAll(OWN ?? '', '') },
      422,
    ],
    [
      'another account in its column',
      { mapping: { ...MAPPING, account: 5 }, text: TEXT.replaceAll(OWN ?? '', FOREIGN ?? '') },
      422,
    ],
    [
      'two accounts in its column',
      { mapping: { ...MAPPING, account: 5 }, text: TEXT.replace(OWN ?? '', SECOND ?? '') },
      422,
    ],
  ])('%s', async (_, body, status) => {
    const answers = [await send('/preview', body), await send('', body)];

    expect(answers.map((answer) => [answer.status, answer.body.code])).toEqual(
      answers.map(() => [status, answers[0]?.body.code]),
    );
    expect(answers[0]?.body.message).toEqual(expect.stringMatching(/./));
  });

  it.each<[string, object]>([
    ['one column for every text', { mapping: { ...MAPPING, description: [1, 1, 1], reference: [1, 1] } }],
    ['a text that is the amount', { mapping: { ...MAPPING, description: [3, 0] } }],
    ['in or out, which is the amount', { mapping: { ...MAPPING, inOrOut: 3 } }],
    [
      'money in and money out in one column',
      { mapping: { ...MAPPING, amount: undefined, credit: 3, debit: 3 } },
    ],
    ['a fee that is the amount', { mapping: { ...MAPPING, fee: 3 } }],
    ['an account column without numbers', { mapping: { ...MAPPING, account: 2 } }],
    ['an order of days that no day needs', { mapping: MAPPING, dayOrder: 'months-first' }],
    [
      'columns for an OFX file',
      {
        mapping: MAPPING,
        text: writeOfx([{ date: TODAY.replaceAll('-', ''), amount: '1.00', memo: 'x' }], {
          account: OWN ?? '',
        }),
      },
    ],
    ['a file without balances that has none', { mapping: MAPPING, withoutBalances: true }],
  ])('%s', async (_, body) => {
    const answers = [await send('/preview', body), await send('', body)];

    expect(answers.map(({ status }) => (status < 300 ? 'read' : status))).toEqual(
      expect.toSatisfy(([preview, upload]) => preview === upload && [400, 422, 'read'].includes(preview)),
    );
  });
});

describe('an id of no file', () => {
  it.each([
    ['0', 400],
    ['2000000000', 404],
    ['99999999999999999999', 400],
    ['-1', 400],
    ['x', 400],
  ])('%s answers %i to each act', async (id, status) => {
    const answers = [
      await portal.call('DELETE', `/api/admin/bank-files/${id}`, admin),
      await portal.call('PATCH', `/api/admin/bank-files/${id}`, {
        cookie: admin.cookie,
        body: { bookFrom: TODAY },
      }),
      await portal.call('POST', `/api/admin/bank-files/${id}/same`, admin),
    ];

    expect(answers.map((answer) => answer.status)).toEqual([status, status, status]);
  });
});
