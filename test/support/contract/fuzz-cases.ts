import type { Random } from '#local/seed/random.ts';
import type { Route } from '#shared/contract/route.ts';
import { type ContractField, fieldsOfRoute, setField } from './contract-fields.ts';

/** A request as sent over the wire, with a short description of its oddity. */
export interface FuzzCase {
  about: string;
  /** The target in the first line of the request, with its query. */
  target: string;
  headers: Record<string, string>;
  /** Created only when it is sent: a route has hundreds of cases, and some are large. */
  body: () => Buffer | undefined;
}

interface ValidRequest {
  path: string;
  body?: object;
}

/** Marks JSON that `JSON.stringify` would not write unchanged. */
const RAW = '\u{F0000}';
const raw = (json: string) => `${RAW}${json}${RAW}`;
const RAW_JSON = new RegExp(`"${RAW}(.*?)${RAW}"`, 'gu');

const toJson = (value: unknown): string =>
  JSON.stringify(value).replace(RAW_JSON, (_, json: string) => JSON.parse(`"${json}"`));

const nest = (depth: number, open: string, close: string, inside = '') =>
  open.repeat(depth) + inside + close.repeat(depth);

const ODD_TEXTS = [
  '',
  ' ',
  '\t\r\n',
  'x',
  'x'.repeat(101),
  'x'.repeat(256),
  'x'.repeat(20_000),
  '\uD800',
  'a\uDFFFb',
  '\0',
  'a\u0007b',
  '\u0085',
  '\u202Eevil rtl',
  '\u2068\u200F\u061C',
  '\uFEFF\u200B\u00A0',
  'e\u0301'.repeat(60),
  '😀'.repeat(60),
  'ﷺ'.repeat(90),
  "'; drop table users; --",
  '%_\\',
  '<script>alert(1)</script>',
  '=1+1;=2',
  '../../etc/passwd',
  '{{7*7}}',
  '0',
  '-1',
  '1.0',
  '٣',
  '1e21',
  '9007199254740993',
  'NaN',
  'Infinity',
  'true',
  'null',
  'undefined',
  '__proto__',
  'constructor',
  'admin,client',
  '2026-02-30',
  'a@b@example.com',
];

const ODD_JSON: readonly unknown[] = [
  null,
  true,
  false,
  0,
  raw('-0'),
  -1,
  0.001,
  1.005,
  1.5,
  12.345,
  1e21,
  -1e21,
  10_000_000_000,
  2 ** 31,
  raw('9007199254740993'),
  raw('1e400'),
  raw('-1e400'),
  raw('1e-400'),
  raw('0.1000000000000000055511151231257827'),
  raw('NaN'),
  raw('Infinity'),
  raw('undefined'),
  raw('01'),
  raw(nest(5_000, '[', ']')),
  [],
  [[]],
  [null],
  ['a', 'b'],
  {},
  { toString: 'x', valueOf: 1, length: 3 },
  raw('{"__proto__":{"isAdmin":true}}'),
  { constructor: { prototype: { isAdmin: true } } },
];

/** No answer and no log line may repeat these. Their texts are unlike all others, so that a match is certain. */
const KEPT_SECRET = ['password', 'User_Pass_Bkp', 'User_RegNo'];

const oddTextFor = (name: string, text: string) =>
  KEPT_SECRET.includes(name) && text.length >= 8 ? `${name} ${text}` : text;

const JSON_TYPE = { 'content-type': 'application/json' };

const nameOf = ({ path }: ContractField) => String(path.findLast((step) => typeof step === 'string'));

const encode = (text: string) => encodeURIComponent(text.toWellFormed());

/** Returns a case for every field of the body with every odd value, and one without the field. */
const bodyFieldCases = (route: Route, valid: ValidRequest): FuzzCase[] =>
  fieldsOfRoute(route)
    .filter(({ part }) => part === 'body')
    .flatMap((field) => {
      const name = nameOf(field);
      const values = [...ODD_JSON, undefined, ...ODD_TEXTS.map((text) => oddTextFor(name, text))];

      return values.map((value) => ({
        about: `${field.path.join('.')} = ${value === undefined ? 'nothing' : toJson(value)}`,
        target: valid.path,
        headers: JSON_TYPE,
        body: () => Buffer.from(toJson(setField(valid.body, field.path, value))),
      }));
    });

const toQuery = (pairs: readonly string[]) => `?${pairs.join('&')}`;

const ODD_QUERIES = [
  '?',
  '?&&=&',
  '?%',
  '?%00=1',
  '?__proto__=1&constructor=1',
  '?a[]=1&a[b]=2',
  '?=x',
  '??',
];

const queryCases = (route: Route, valid: ValidRequest): FuzzCase[] => {
  const [path = ''] = valid.path.split('?');
  const queries = fieldsOfRoute(route)
    .filter(({ part }) => part === 'query')
    .flatMap((field) => {
      const name = nameOf(field);

      return [
        ...ODD_TEXTS.filter((text) => text.length < 1_000).map((text) =>
          toQuery([`${name}=${encode(text)}`]),
        ),
        ...['%', '%ff', '%ED%A0%80', '%00', '%0', '+', '%2B', '1%2C2'].map((text) =>
          toQuery([`${name}=${text}`]),
        ),
        toQuery([`${name}=1`, `${name}=2`]),
        toQuery([`${name}=admin`, `${name}=admin`]),
        toQuery([`${name}[]=1`]),
        toQuery([`${name}[a]=1`]),
        toQuery([name]),
        toQuery([`${name}=1`, 'extra=1', '__proto__=1']),
      ];
    });

  return [...queries, ...ODD_QUERIES].map((query) => ({
    about: `query ${query}`,
    target: `${path}${query}`,
    headers: {},
    body: () => valid.body && Buffer.from(toJson(valid.body)),
  }));
};

/** Negative ids belong to the support routes: they name rows that wait to be sent. */
const ODD_SEGMENTS =
  `0 -1 -0 -01 --1 -%D9%A3 -1.0 -1e3 -2147483649 -9007199254740991 -9007199254740993 -9223372036854775809 - +1 1.0 1e0 1e21 0x10 9007199254740991 9007199254740993 99999999999999999999 %D9%A3 %00 1%00
  .. %2e%2e . % %ff %ED%A0%80 %C0%AF %201 1%20 1%0A 1,2 1;2 null undefined NaN Infinity __proto__ constructor
  %2F %5C 1%2F.. * {id} 1'--`
    .split(/\s+/)
    .concat('', 'a'.repeat(2_000), '9'.repeat(400));

/** Replaces each parameter of the path by each odd segment. */
const pathCases = (route: Route, valid: ValidRequest): FuzzCase[] => {
  const segments = route.path.split('/');

  return segments.flatMap((template, place) =>
    template.startsWith('{')
      ? ODD_SEGMENTS.map((odd) => ({
          about: `${template} = ${odd}`,
          target: valid.path
            .split('/')
            .map((segment, at) => (at === place ? odd : segment))
            .join('/'),
          headers: JSON_TYPE,
          body: () => valid.body && Buffer.from(toJson(valid.body)),
        }))
      : [],
  );
};

const BODIES: readonly (readonly [string, string | Buffer])[] = [
  ['null', 'null'],
  ['a number', '5'],
  ['a text', '"x"'],
  ['true', 'true'],
  ['a list', '[]'],
  ['a list of objects', '[{}]'],
  ['an empty object', '{}'],
  ['an open brace', '{'],
  ['spaces', '   '],
  ['single quotes', "{'a':1}"],
  ['a comment', '/* */{}'],
  ['NaN', 'NaN'],
  ['a form', 'a=1&b=2'],
  ['bytes that are not UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0xc0, 0xaf, 0x22, 0x3a, 0x31, 0x7d])],
  ['UTF-16', Buffer.from('{"a":1}', 'utf16le')],
  ['deep lists', nest(100_000, '[', ']')],
  ['deep objects', nest(50_000, '{"a":', '}', '1')],
  ['lists that are never closed', '['.repeat(100_000)],
  ['a prototype', '{"__proto__":{"isAdmin":true},"constructor":{"prototype":{}}}'],
  ['more than 512 KB', `{"a":"${'x'.repeat(512 * 1024)}"}`],
  ['many keys', `{${Array.from({ length: 20_000 }, (_, key) => `"k${key}":1`).join(',')}}`],
];

const CONTENT_TYPES = [
  '',
  'text/plain',
  'application/x-www-form-urlencoded',
  'application/json; charset=utf-16',
  'application/json,text/plain',
  'application/octet-stream',
  'multipart/form-data; boundary=x',
  'image/png',
  'garbage',
  'application/vnd.api+json',
];

/** Returns cases with bodies that are no JSON object, with valid ones cut off or continued, and odd content types. */
const bodyCases = (valid: ValidRequest, random: Random): FuzzCase[] => {
  const { path: target, body = {} } = valid;
  const json = toJson(body);
  const make = (
    about: string,
    bytes: string | Buffer | undefined,
    headers: Record<string, string> = JSON_TYPE,
  ) => ({
    about: `body: ${about}`,
    target,
    headers,
    body: () => (bytes === undefined ? undefined : Buffer.from(bytes)),
  });
  const cut = random.integer(1, Math.max(1, json.length - 1));

  return [
    ...BODIES.map(([about, bytes]) => make(about, bytes)),
    make('none', undefined, {}),
    make('none, but its type', undefined),
    make(`cut off after ${cut} characters`, json.slice(0, cut)),
    make('followed by more', `${json}x`),
    make('twice', json + json),
    make('as text', JSON.stringify(json)),
    make('after a byte order mark', `\uFEFF${json}`),
    make('with unknown keys', toJson({ ...body, isAdmin: true, User_Debit: 5, extra: [] })),
    make('with each key twice', `${json.slice(0, -1)}${json.length > 2 ? ',' : ''}${json.slice(1)}`),
    ...CONTENT_TYPES.map((type) => make(`of type '${type}'`, json, { 'content-type': type })),
    make('without a type', json, {}),
    make('bytes that are not UTF-8, without a type', Buffer.from([0x7b, 0xff, 0x7d]), {}),
  ];
};

const ODD_KEYS = [
  '',
  'short',
  'with a space',
  'ümlaut-key',
  'x'.repeat(256),
  '"quoted-key"',
  'key-one, key-two',
  '\t',
];
const ODD_USERS = ['', 'me', '-1', '1.0', '1e3', '0x1', '7, 7', '0', '9'.repeat(15), '9'.repeat(400), 'ÿ'];
const ODD_COOKIES = [
  'session=',
  'session=a.b.c',
  'session=%00',
  'session',
  '=',
  'session=e30.e30.e30',
  ';;;',
  'session="x',
];

const headerCases = (route: Route, valid: ValidRequest): FuzzCase[] => {
  const make = (headers: Record<string, string>): FuzzCase => ({
    about: `headers ${JSON.stringify(headers)}`,
    target: valid.path,
    headers: { ...JSON_TYPE, ...headers },
    body: () => valid.body && Buffer.from(toJson(valid.body)),
  });

  return [
    ...(route.keeps ? ODD_KEYS.map((key) => make({ 'idempotency-key': key })) : []),
    ...ODD_COOKIES.map((cookie) => make({ cookie })),
    ...ODD_USERS.map((user) => make({ 'x-user-id': user })),
    make({ 'user-agent': 'ÿ'.repeat(2_000) }),
    make({ 'x-viewer-address': 'nowhere', 'x-origin-verify': 'a guess', 'x-forwarded-for': '1.2.3.4' }),
  ];
};

/** Returns cases with several odd fields in one body. */
const mixedCases = (route: Route, valid: ValidRequest, random: Random, count: number): FuzzCase[] => {
  const fields = fieldsOfRoute(route).filter(({ part }) => part === 'body');
  if (fields.length < 2) {
    return [];
  }

  return Array.from({ length: count }, () => {
    const chosen = Array.from({ length: random.integer(2, 4) }, () => random.pick(fields));
    const body = chosen.reduce<unknown>(
      (made, field) =>
        setField(
          made,
          field.path,
          random.chance(0.5) ? random.pick(ODD_JSON) : oddTextFor(nameOf(field), random.pick(ODD_TEXTS)),
        ),
      valid.body,
    );
    const json = toJson(body);

    return {
      about: `body ${json.slice(0, 500)}`,
      target: valid.path,
      headers: JSON_TYPE,
      body: () => Buffer.from(json),
    };
  });
};

/** Returns every odd request for a route, derived from the valid one. */
export const makeFuzzCases = (
  route: Route,
  valid: ValidRequest,
  random: Random,
  mixedCount: number,
): FuzzCase[] => [
  ...bodyFieldCases(route, valid),
  ...queryCases(route, valid),
  ...pathCases(route, valid),
  ...(route.method === 'GET' ? [] : bodyCases(valid, random)),
  ...headerCases(route, valid),
  ...mixedCases(route, valid, random, mixedCount),
];
