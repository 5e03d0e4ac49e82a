import { isUsableHash, makeUnknownHash } from '#functions/adapters/crypto/argon2-passwords.ts';
import type { OperatorStore } from '#functions/ports/database/operations/operator-store.ts';
import type { Passwords } from '#functions/ports/passwords.ts';
import { centsFromDecimal } from '#shared/money.ts';
import type { LineFault } from './client-file.ts';
import type { ClientLine } from './client-line.ts';

/** Small enough for the Data API's 4 MiB per request, and for a progress display that moves every few seconds. */
const LINES_PER_STATEMENT = 250;

type Client = ClientLine & { line: number };

export interface ImportResult {
  added: number;
  /** The sums of the opening balances that were added. */
  creditCents: number;
  owedCents: number;
  skipped: LineFault[];
  refused: LineFault[];
}

interface ImportPorts {
  store: Pick<OperatorStore, 'findClients' | 'reserveOwNumbers' | 'addClients'>;
  passwords: Pick<Passwords, 'hash'>;
}

/** Refuses the lines whose email address or OW number an earlier line has. */
const refuseRepetitions = (clients: readonly Client[]) => {
  const lines = new Map<string, number>();
  const refused: LineFault[] = [];

  const unique = clients.filter(({ line, User_Email, OWNumber }) => {
    const keys = { User_Email: User_Email.toLowerCase(), ...(OWNumber !== null && { OWNumber }) };
    const repeated = Object.entries(keys).filter(([, key]) => lines.has(key));
    for (const [field, key] of repeated) {
      refused.push({ line, field, sentence: `Stands in line ${lines.get(key)} already` });
    }
    if (repeated.length === 0) {
      for (const key of Object.values(keys)) {
        lines.set(key, line);
      }
    }

    return repeated.length === 0;
  });

  return { unique, refused };
};

/** Sorts out clients that the portal already has: with the same account, or with a number or address of another. */
const sortKnown = async (store: ImportPorts['store'], clients: readonly Client[]) => {
  const keys = clients.map(({ line, User_Email, OWNumber }) => ({
    line,
    email: User_Email,
    owNumber: OWNumber,
  }));
  const found = new Map((await store.findClients(keys)).map((account) => [account.line, account]));
  const sorted = { fresh: [] as Client[], skipped: [] as LineFault[], refused: [] as LineFault[] };

  for (const client of clients) {
    const { line, OWNumber } = client;
    const known = found.get(line);
    if (!known) {
      sorted.fresh.push(client);
    } else if (known.owNumberOfEmail === null) {
      const sentence = `${OWNumber} has another email address in the portal`;
      sorted.refused.push({ line, field: 'OWNumber', sentence });
    } else if (known.isUnproven) {
      const sentence = `${known.owNumberOfEmail} was registered by somebody who has not proved that this address is theirs. If the client says that it is not, delete that account in User Management and import the line again; if it is, take the line out`;
      sorted.refused.push({ line, field: 'User_Email', sentence });
    } else if (OWNumber === null || OWNumber === known.owNumberOfEmail.toUpperCase()) {
      sorted.skipped.push({
        line,
        field: '',
        sentence: `Is in the portal already, as ${known.owNumberOfEmail}`,
      });
    } else {
      const sentence = `${known.owNumberOfEmail} has this email address in the portal`;
      sorted.refused.push({ line, field: 'User_Email', sentence });
    }
  }

  return sorted;
};

/** Hashes a password; an account without one gets a hash that nothing matches, so that only a reset opens it. */
const hashPassword = async (passwords: ImportPorts['passwords'], password: string | null) => {
  if (password === null) {
    return makeUnknownHash();
  }

  return isUsableHash(password) ? password : passwords.hash(password);
};

const addBatch = async (
  { store, passwords }: ImportPorts,
  clients: readonly Client[],
  takenOn: string | null,
) => {
  const hashed = await Promise.all(
    clients.map(async ({ User_Pass_Bkp, user_role: _, ...client }) => ({
      ...client,
      passwordHash: await hashPassword(passwords, User_Pass_Bkp),
    })),
  );
  const written = new Set(hashed.length > 0 ? await store.addClients(hashed, takenOn) : []);
  const overtaken = clients.filter(({ line }) => !written.has(line));

  return overtaken.map(({ line }) => ({
    line,
    field: '',
    sentence: 'Somebody made an account with this email address or OW number meanwhile: run the import again',
  }));
};

const highestOwNumber = (clients: readonly Client[]): number =>
  clients.reduce((highest, { OWNumber }) => Math.max(highest, Number(OWNumber?.slice(2) ?? 0)), 0);

/**
 * Writes the accounts that the portal does not have yet, some hundred at a time. Written lines stay: if a run is
 * killed, the next one finishes it. The OW numbers are reserved first, so that nobody who registers meanwhile gets one
 * of them.
 */
export const importClients = async (
  ports: ImportPorts,
  clients: readonly Client[],
  {
    isDryRun,
    takenOn,
    onProgress,
  }: { isDryRun: boolean; takenOn: string | null; onProgress(done: number): void },
): Promise<ImportResult> => {
  const { unique, refused } = refuseRepetitions(clients);
  const result: ImportResult = { added: 0, creditCents: 0, owedCents: 0, skipped: [], refused };
  const highest = highestOwNumber(unique);
  if (!isDryRun && highest > 0) {
    await ports.store.reserveOwNumbers(highest);
  }

  for (let start = 0; start < unique.length; start += LINES_PER_STATEMENT) {
    const batch = unique.slice(start, start + LINES_PER_STATEMENT);
    const known = await sortKnown(ports.store, batch);
    const overtaken = isDryRun ? [] : await addBatch(ports, known.fresh, takenOn);
    const overtakenLines = new Set(overtaken.map(({ line }) => line));
    for (const { User_Debit } of known.fresh.filter(({ line }) => !overtakenLines.has(line))) {
      const balanceCents = centsFromDecimal(User_Debit);
      result.added += 1;
      result.creditCents += Math.max(balanceCents, 0);
      result.owedCents += Math.max(-balanceCents, 0);
    }
    result.skipped.push(...known.skipped);
    result.refused.push(...known.refused, ...overtaken);
    onProgress(start + batch.length);
  }

  return result;
};
