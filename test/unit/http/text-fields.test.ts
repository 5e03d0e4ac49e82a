import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { parseRequest } from '#functions/http/parse-request.ts';
import { NOT_TEXT, TURNS_DIRECTION } from '#shared/contract/fields.ts';
import { allRoutes } from '#shared/contract/index.ts';
import { FIELD_LABELS } from '#shared/contract/labels.ts';
import type { Route } from '#shared/contract/route.ts';
import { AppError } from '#shared/errors.ts';
import {
  type ContractField,
  fieldsOfRoute,
  type RequestPart,
  setField,
} from '#test/support/contract/contract-fields.ts';

const PASSWORDS = ['password', 'currentPassword', 'User_Pass_Bkp'];

/** Names of people and subjects of tickets, by their names in the contract. */
const NAME_OR_SUBJECT = /(^|_)(Name|Surname)$|^subject$/;

/** Addresses, numbers, phones and usernames. */
const CODES = [
  'identifier',
  'User_Email',
  'User_Mobile',
  'User_RegNo',
  'User_Code',
  'User_VAT',
  'User_Ref',
  'accountUsername',
  'msisdn',
  'simSerialNumber',
  'code',
  'recoveryCode',
];

/** Every kind of field that holds no free text, so that the loop misses no new kind. */
const NO_FREE_TEXT = ['number', 'boolean', 'enum', 'literal', 'object', 'array'];

interface TextField extends ContractField {
  route: Route;
  part: RequestPart;
}

/** What a browser writes about a passkey: nobody types it, and it has no place in a form. */
const OF_BROWSER = ['assertion', 'attestation'];

const everyField = allRoutes.flatMap(([routeId, route]) =>
  fieldsOfRoute(route).map((field) => ({
    ...field,
    route,
    name: String(field.path.findLast((step) => typeof step === 'string')),
    title: `${routeId} ${field.part} ${field.path.join('.')}`,
  })),
);
const allFields = everyField.filter(({ path }) => !OF_BROWSER.some((name) => path.includes(name)));
const passkeyFields = everyField.filter(
  ({ schema, path }) =>
    schema instanceof z.ZodString &&
    OF_BROWSER.some((name) => path.includes(name)) &&
    !path.includes('transports'),
);

/** Fields in which a person writes several lines. */
const PARAGRAPHS = ['tickets.create body description', 'tickets.reply body body'];

/** The text of a bank's file, whose control characters the server removes (D63). */
const FILES = ['bank.upload body text', 'bank.preview body text'];

const textFields = allFields.filter(
  ({ schema, title }) => schema instanceof z.ZodString && !FILES.includes(title),
);
const passwords = textFields.filter(({ name }) => PASSWORDS.includes(name));
const lines = textFields.filter(({ name }) => !PASSWORDS.includes(name));
const oneLines = lines.filter(({ title }) => !PARAGRAPHS.includes(title));
const paragraphs = lines.filter(({ title }) => PARAGRAPHS.includes(title));
const names = lines.filter(({ name }) => NAME_OR_SUBJECT.test(name));
const codes = lines.filter(({ name }) => CODES.includes(name));
const others = lines.filter(({ name }) => !NAME_OR_SUBJECT.test(name) && !CODES.includes(name));

/** Path parameters of every route, so that parsing continues to the query and the body. */
const SOME_RECORD = { id: '1', userId: '1', User_Id: '1', month: '2026-10' };

const makeEvent = ({ part, path }: TextField, value: unknown) => {
  const sent = setField({}, path, value);

  return {
    pathParameters: part === 'params' ? sent : SOME_RECORD,
    queryStringParameters: part === 'query' ? sent : {},
    ...(part === 'body' && { body: JSON.stringify(sent) }),
  } as APIGatewayProxyEventV2;
};

/** Returns the route's error for the field when it is sent this value; other fields may be at fault, too. */
const refusalOf = (field: TextField, value: unknown): string | undefined => {
  try {
    parseRequest(field.route, makeEvent(field, value));
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'invalid_request') {
      throw error;
    }

    return error.fields?.[field.path.join('.')];
  }

  return undefined;
};

const isControl = (code: number) => code < 0x20 || (code >= 0x7f && code < 0xa0);

/** Halves of a character, alone and in the wrong order, and all control characters except tab, CR and LF. */
const NO_CHARACTERS = [
  '\uD83D',
  '\uDE00',
  '\uDE00\uD83D',
  ...Array.from({ length: 0xa0 }, (_, code) => code)
    .filter((code) => isControl(code) && ![0x09, 0x0a, 0x0d].includes(code))
    .map((code) => String.fromCharCode(code)),
];

const DIRECTION_CONTROLS = '\u202A\u202B\u202C\u202D\u202E\u2066\u2067\u2068\u2069\u200E\u200F\u061C';

describe.each(lines)('$title', (field) => {
  it('a text field refuses every character that is no text, at any position', () => {
    expect(NO_CHARACTERS).toHaveLength(3 + 62);
    const values = NO_CHARACTERS.flatMap((character) => [
      `Karoo${character}Data`,
      `${character}Karoo`,
      `Karoo${character}`,
    ]);

    expect(values.filter((value) => refusalOf(field, value) !== NOT_TEXT)).toEqual([]);
  });

  it('a text field accepts letters of every script and characters outside the basic plane', () => {
    for (const value of ['Zoë Šmit', 'שלום', '张伟 😀', 'x']) {
      expect(refusalOf(field, value)).not.toBe(NOT_TEXT);
    }
  });
});

it.each(passkeyFields)('$title takes base64url alone, and at most 11 KB', ({ schema }) => {
  expect(schema.safeParse('aZ09-_').success).toBe(true);
  for (const wrong of ['', 'a b', 'a+b', 'a/b', 'ab==', 'a\u0000', '\uD83D', 'Zoë', 'a'.repeat(11_000)]) {
    expect(schema.safeParse(wrong).success, wrong.slice(0, 20)).toBe(false);
  }
});

describe.each(oneLines)('$title', (field) => {
  it('a one-line field turns a tab and a line break into a space', () => {
    expect(field.schema.parse('Karoo\tData\r\nand\nVoice\rLine')).toBe('Karoo Data and Voice Line');
  });
});

describe.each(paragraphs)('$title', (field) => {
  it('a field of several lines keeps tabs and line breaks', () => {
    expect(field.schema.parse('Karoo\tData\r\nand\nVoice\rLine')).toBe('Karoo\tData\r\nand\nVoice\rLine');
  });
});

describe.each(names)('$title', (field) => {
  it('a name or subject refuses every character that changes the text direction', () => {
    for (const character of DIRECTION_CONTROLS) {
      expect(refusalOf(field, `Thandi${character}`)).toBe(TURNS_DIRECTION);
    }
  });

  it('a name or subject accepts text written from right to left', () => {
    expect(refusalOf(field, 'שרה')).toBeUndefined();
  });
});

describe.each(names.filter(({ name }) => name !== 'subject'))('$title', (field) => {
  it('a name of invisible characters is refused like a missing name', () => {
    const missing = refusalOf(field, '');
    expect(missing).toMatch(/[Nn]ame is required$/);
    for (const hidden of ['\u200B', '\u2800', '\u3164', '\u00AD', '\u115F\uFFA0', '.', '- -']) {
      expect(refusalOf(field, hidden)).toBe(missing);
    }
  });

  it.each(['陈', 'ש', '\u200Bo', "'n", '7'])('the field accepts the name %s', (name) => {
    expect(refusalOf(field, name)).toBeUndefined();
  });
});

describe.each(others)('$title', (field) => {
  it('a text that is no name keeps the characters that change the text direction', () => {
    expect(field.schema.parse(`a${DIRECTION_CONTROLS}b`)).toBe(`a${DIRECTION_CONTROLS}b`);
  });
});

const INVISIBLE = `\u200B\u200C\u200D\u2060\u00AD\uFEFF${DIRECTION_CONTROLS}`;

describe.each(codes)('$title', (field) => {
  it('an address, number or phone loses its invisible characters, and only what is left counts for its length', () => {
    expect(field.schema.parse(`${INVISIBLE}a${INVISIBLE}b${'\u200B'.repeat(10_000)}`)).toBe('ab');
  });
});

describe.each([...names, ...others].filter((field) => oneLines.includes(field)))('$title', (field) => {
  it('a text of one line loses invisible characters at its edges alone', () => {
    expect(field.schema.parse('\u200B \u2060Ka\u200Broo Data Line\u00AD\u200D')).toBe(
      'Ka\u200Broo Data Line',
    );
  });
});

describe.each(passwords)('$title', (field) => {
  it('a password is taken in one composition, of which its length counts', () => {
    expect(field.schema.parse('Cafe\u0301-au-lait')).toBe('Café-au-lait');
    expect(refusalOf(field, 'e\u0301'.repeat(128))).toBeUndefined();
    expect(refusalOf(field, 'e\u0301'.repeat(129))).toBe('Password must be at most 128 characters');
    expect(refusalOf(field, '\u0301\u0316'.repeat(100_000))).toBe('Password must be at most 128 characters');
  });

  it('a password refuses half a character', () => {
    for (const half of ['\uD83D', '\uDE00']) {
      expect(refusalOf(field, `Long-enough-${half}`)).toBe(NOT_TEXT);
    }
  });

  it('a password accepts everything else unchanged', () => {
    const typed = ` \0\t\r\n\x07\x7F\x9F${DIRECTION_CONTROLS} `;

    expect(refusalOf(field, typed)).toBeUndefined();
    expect(field.schema.parse(typed)).toBe(typed);
  });
});

describe('the loop over the contract', () => {
  it('the loop over the contract covers texts in queries, bodies and lists, and skips only numbers, choices, days and ids', () => {
    const titles = lines.map(({ title }) => title);

    expect(titles).toEqual(
      expect.arrayContaining([
        'users.list query search',
        'customers.search query q',
        'palette.search query q',
        'users.update body User_Org',
        'invoices.create body lineItems.0.description',
      ]),
    );
    expect(names.map(({ title }) => title)).toEqual([
      'auth.register body User_Name',
      'auth.register body User_Surname',
      'account.update body User_Name',
      'account.update body User_Surname',
      'users.update body User_Name',
      'users.update body User_Surname',
      'tickets.create body subject',
    ]);
    expect(paragraphs.map(({ title }) => title)).toEqual(PARAGRAPHS);
    expect(passwords.map(({ title }) => title)).toEqual([
      'auth.login body password',
      'auth.register body User_Pass_Bkp',
      'account.password body currentPassword',
      'account.password body User_Pass_Bkp',
      'account.change-email body currentPassword',
      'links.reset body User_Pass_Bkp',
      'users.update body User_Pass_Bkp',
    ]);
    const kinds = allFields
      .filter(
        (field) =>
          !textFields.includes(field) &&
          !FILES.includes(field.title) &&
          !(field.schema instanceof z.ZodStringFormat),
      )
      .map(({ schema }) => schema.def.type);
    expect(kinds.filter((kind) => !NO_FREE_TEXT.includes(kind))).toEqual([]);
  });

  it.each(allFields)('the field $title has a label', ({ name }) => {
    expect(FIELD_LABELS).toHaveProperty(name);
  });
});

describe.each(allFields)('$title', (field) => {
  it("a refusal of the field never uses a field's technical name", () => {
    const values = [undefined, null, 5, -5, 1.5, 1e300, 'x', '', true, [], [[]], {}, 'x'.repeat(20_000)];

    for (const sentence of values.map((value) => refusalOf(field, value) ?? '')) {
      expect(sentence).not.toMatch(/\b(User_\w+|lineItems|[a-z]+[A-Z]\w*)\b/);
      expect(sentence).not.toMatch(/\b(undefined|null|NaN|string|array|invalid input|this field)\b/i);
    }
  });
});
