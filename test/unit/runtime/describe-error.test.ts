import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { BooksAreBusy } from '#functions/domain/books/books-are-busy.ts';
import { HelpdeskError } from '#functions/ports/helpdesk.ts';
import { MailFault } from '#functions/ports/mailer.ts';
import { describeError } from '#functions/runtime/describe-error.ts';
import { AppError, ERROR_STATUS, type ErrorCode } from '#shared/errors.ts';

const TYPED = 'Zanele Mthembu 8001015009087';

const ROOMS = ['functions', 'shared', 'operations', 'local'];

const sources = globSync(ROOMS.map((room) => `${room}/**/*.ts`)).map((path) => readFileSync(path, 'utf8'));

const CODES = Object.keys(ERROR_STATUS) as ErrorCode[];

/** A refusal of each code and class, with a value wherever one may stand. */
const REFUSALS: AppError[] = [
  ...CODES.flatMap((code) => [
    new AppError(code, `The file is of account ${TYPED}.`, {
      fields: { account: `${TYPED} is none of yours`, 'lineItems.0.description': TYPED },
      current: { name: TYPED },
      lines: [{ index: 0, invoiceId: 1, invoiceNumber: TYPED }],
      file: { rows: [[TYPED]], quoted: TYPED },
      lineId: 7,
    }),
    new HelpdeskError(code, TYPED, { outcome: 'refused', refusedFields: ['email'], cause: undefined }),
  ]),
  new BooksAreBusy(),
];

describe('the log line of a refusal', () => {
  it('a refusal of every code and class is logged by its code and its fields, without a sentence', () => {
    const words = REFUSALS.map((refusal) => describeError(refusal));

    expect(
      words.flat().filter((line) => /Zanele|8001015009087|account [^,]*yours|The file/.test(line)),
    ).toEqual([]);
    expect(words.every(([line = ''], index) => line.includes(REFUSALS[index]?.code ?? '?'))).toBe(true);
    expect(words[0]).toEqual(['AppError: invalid_request account, lineItems.0.description']);
  });

  it('a refusal is logged alike behind the errors that wrap it, and its fields are counted from the tenth on', () => {
    const fields = Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`field${index}`, TYPED]));
    const wrapped = new Error('The transaction ended', {
      cause: new AppError('conflict', TYPED, { fields }),
    });

    expect(describeError(wrapped)).toEqual([
      'Error: The transaction ended',
      expect.stringMatching(/^AppError: conflict field0, .*field9, 2 more$/),
    ]);
  });

  it('every class of refusals is among those that are tried here', () => {
    const found = sources.flatMap((text) =>
      [...text.matchAll(/class (\w+) extends AppError/g)].map(([, name]) => name),
    );

    expect(found.toSorted()).toEqual(['BooksAreBusy', 'HelpdeskError', 'MailFault']);
  });

  it('the fields of every refusal in the code are named by the code, by the contract or by a number', () => {
    const computed = sources
      .flatMap((text) => [...text.matchAll(/fields: \{ \[([^\]]+)\]/g)].map(([, key = '']) => key))
      .filter((key) => !/^[`'\w.${}\s]+$/.test(key));

    expect(computed).toEqual([]);
  });

  it("a mail vendor's fault is logged in our own words for it", () => {
    expect(describeError(new MailFault('lost', 'Amazon SES did not answer.'))).toEqual([
      'MailFault: unavailable',
      'Error: Amazon SES did not answer.',
    ]);
  });
});

const text = z.string();

it.each<[string, z.ZodType, unknown]>([
  ['invalid_type', z.object({ name: z.number() }), { name: TYPED }],
  ['invalid_value', z.object({ name: z.enum(['a']) }), { name: TYPED }],
  ['invalid_format', z.object({ name: z.email() }), { name: TYPED }],
  ['too_big', z.object({ name: text.max(1) }), { name: TYPED }],
  ['too_small', z.object({ name: text.min(99) }), { name: TYPED }],
  ['not_multiple_of', z.object({ name: z.number().multipleOf(2) }), { name: 8_001_015_009_087 }],
  ['invalid_union', z.object({ name: z.union([z.number(), z.boolean()]) }), { name: TYPED }],
  ['unrecognized_keys', z.strictObject({}), { [TYPED]: TYPED }],
  ['custom', z.object({ name: text.refine(() => false, `${TYPED} is taken`) }), { name: TYPED }],
])('a value that breaks its schema by %s is logged by its place and code', (code, schema, value) => {
  const { error } = schema.safeParse(value);
  const refusal = new AppError('invalid_request', error?.issues[0]?.message ?? '', { cause: error });

  const words = describeError(refusal).join(' < ');

  expect(words).toContain(code);
  expect(words).not.toMatch(/Zanele|8001015009087/);
});
