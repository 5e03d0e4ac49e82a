import type { RecordId, RestoreStore } from '#functions/ports/database/operations/restore-store.ts';
import { formatDateTime } from '#shared/dates.ts';
import type { Terminal } from '../terminal.ts';
import { BOOK_ACTS, STEPS } from './book-acts.ts';
import type { LaterBooks } from './later-books.ts';

type Act = LaterBooks['acts'][number];

const recordOf = ({ routeId, line: { recordIds = {} } }: Act): RecordId[] => {
  const { kind } = BOOK_ACTS[routeId];
  const id = recordIds.userId ?? recordIds.id;

  return kind === undefined || id === undefined ? [] : [{ kind, id }];
};

const accountsOf = ({ line: { userId, clients = [] } }: Act): RecordId[] =>
  [...clients, ...(userId === undefined ? [] : [userId])].map((id) => ({ kind: 'account', id }));

const NAMES_A_STATEMENT = 500;

const keyOf = ({ kind, id }: RecordId) => `${kind} ${id}`;

/** Names records; one that was made since has its id, or an invoice the number that its client knows. */
const readNames = async (store: RestoreStore, asked: readonly RecordId[], acts: readonly Act[]) => {
  const records = [...new Map(asked.map((record) => [keyOf(record), record])).values()];
  const names = new Map(
    acts.flatMap(({ line: { invoice } }) =>
      invoice ? [[keyOf({ kind: 'invoice', id: invoice.id }), `${invoice.number}, made since,`]] : [],
    ),
  );
  for (let start = 0; start < records.length; start += NAMES_A_STATEMENT) {
    for (const named of await store.nameRecords(records.slice(start, start + NAMES_A_STATEMENT))) {
      names.set(keyOf(named), named.name);
    }
  }

  return (record: RecordId) => names.get(keyOf(record)) ?? `${keyOf(record)}, made since,`;
};

/** Lists what is gone of the books, in the order in which it is done again. */
export const listBooks = async (
  { store, terminal }: { store: RestoreStore; terminal: Terminal },
  { acts, bookings, issuings }: LaterBooks,
): Promise<void> => {
  const files = bookings.map(({ fileId }): RecordId => ({ kind: 'bank file', id: fileId }));
  const runs = issuings.map(({ id }): RecordId => ({ kind: 'billing run', id }));
  const nameOf = await readNames(
    store,
    [...acts.flatMap((act) => [...recordOf(act), ...accountsOf(act)]), ...files, ...runs],
    acts,
  );

  const tell = (act: Act): string => {
    const { line, routeId } = act;
    const [record] = recordOf(act);
    const clientNames = (line.clients ?? []).map((id) => nameOf({ kind: 'account', id })).join(', ');
    const words = BOOK_ACTS[routeId].tell(record ? nameOf(record) : '', { ...line, clientNames });
    const by = line.userId === undefined ? '' : `, by ${nameOf({ kind: 'account', id: line.userId })}`;

    return `${line.message === 'request' ? '' : 'perhaps, because it failed: '}${words}${by}`;
  };
  const rows = [
    ...acts.map((act) => ({
      step: BOOK_ACTS[act.routeId].step,
      at: act.line.timestamp,
      words: tell(act),
    })),
    ...issuings.map(({ id, issued, numbers, at }) => ({
      step: 'runs' as const,
      at,
      words: `up to here a job issued ${issued} invoices of ${nameOf({ kind: 'billing run', id })}: ${numbers.map((range) => range.join(' to ')).join(', ')}`,
    })),
    ...bookings.map(({ fileId, booked, at }) => ({
      step: 'lines' as const,
      at,
      words: `up to here a job booked ${booked} lines of ${nameOf({ kind: 'bank file', id: fileId })}`,
    })),
  ].toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at));
  if (rows.length === 0) {
    return;
  }

  terminal.say(
    'The books lack what was written after the moment. Somebody does it again in the portal after step 6, from the top; what was under way at the moment may be there, so look first:',
  );
  for (const [step, title] of Object.entries(STEPS)) {
    const ofStep = rows.filter((row) => row.step === step);
    if (ofStep.length > 0) {
      terminal.say(`${title} (${ofStep.length})`);
      for (const { at, words } of ofStep) {
        terminal.say(`  ${formatDateTime(at)}  ${words}`);
      }
    }
  }
};
