import { isUsableHash, makeUnknownHash } from '#functions/adapters/crypto/argon2-passwords.ts';
import type { OperatorStore } from '#functions/ports/database/operations/operator-store.ts';
import type { Passwords } from '#functions/ports/passwords.ts';
import type { LineFault } from './customer-file.ts';
import type { CustomerLine } from './customer-line.ts';

/** Small enough for the Data API's 4 MiB a request, and for progress that moves every few seconds. */
const LINES_PER_STATEMENT = 250;

type Customer = CustomerLine & { line: number };

export interface ImportResult {
  added: number;
  skipped: LineFault[];
  refused: LineFault[];
}

interface ImportPorts {
  store: Pick<OperatorStore, 'findCustomers' | 'reserveOwNumbers' | 'addCustomers'>;
  passwords: Pick<Passwords, 'hash'>;
}

/** Takes out the lines whose email address or OW number an earlier line has. */
const refuseRepetitions = (customers: readonly Customer[]) => {
  const lines = new Map<string, number>();
  const refused: LineFault[] = [];

  const unique = customers.filter(({ line, User_Email, OWNumber }) => {
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

/** What the portal has of these already: the same account, or somebody else's. */
const sortKnown = async (store: ImportPorts['store'], customers: readonly Customer[]) => {
  const keys = customers.map(({ line, User_Email, OWNumber }) => ({
    line,
    email: User_Email,
    owNumber: OWNumber,
  }));
  const found = new Map((await store.findCustomers(keys)).map((account) => [account.line, account]));
  const sorted = { fresh: [] as Customer[], skipped: [] as LineFault[], refused: [] as LineFault[] };

  for (const customer of customers) {
    const { line, OWNumber } = customer;
    const known = found.get(line);
    if (!known) {
      sorted.fresh.push(customer);
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

/** An account without a password gets a hash that nothing matches, so that only a reset opens it. */
const hashPassword = async (passwords: ImportPorts['passwords'], password: string | null) => {
  if (password === null) {
    return makeUnknownHash();
  }

  return isUsableHash(password) ? password : passwords.hash(password);
};

const addBatch = async ({ store, passwords }: ImportPorts, customers: readonly Customer[]) => {
  const hashed = await Promise.all(
    customers.map(async ({ User_Pass_Bkp, user_role: _, ...customer }) => ({
      ...customer,
      passwordHash: await hashPassword(passwords, User_Pass_Bkp),
    })),
  );
  const written = new Set(hashed.length > 0 ? await store.addCustomers(hashed) : []);
  const overtaken = customers.filter(({ line }) => !written.has(line));

  return overtaken.map(({ line }) => ({
    line,
    field: '',
    sentence: 'Somebody made an account with this email address or OW number meanwhile: run the import again',
  }));
};

const highestOwNumber = (customers: readonly Customer[]): number =>
  customers.reduce((highest, { OWNumber }) => Math.max(highest, Number(OWNumber?.slice(2) ?? 0)), 0);

/**
 * Writes the accounts that the portal does not have yet, some hundred at a time. What is written stays: a run that was
 * killed is finished by the next one. The numbers are reserved first, so that nobody who registers meanwhile gets one.
 */
export const importCustomers = async (
  ports: ImportPorts,
  customers: readonly Customer[],
  { isDryRun, onProgress }: { isDryRun: boolean; onProgress(done: number): void },
): Promise<ImportResult> => {
  const { unique, refused } = refuseRepetitions(customers);
  const result: ImportResult = { added: 0, skipped: [], refused };
  const highest = highestOwNumber(unique);
  if (!isDryRun && highest > 0) {
    await ports.store.reserveOwNumbers(highest);
  }

  for (let start = 0; start < unique.length; start += LINES_PER_STATEMENT) {
    const batch = unique.slice(start, start + LINES_PER_STATEMENT);
    const known = await sortKnown(ports.store, batch);
    const overtaken = isDryRun ? [] : await addBatch(ports, known.fresh);
    result.added += known.fresh.length - overtaken.length;
    result.skipped.push(...known.skipped);
    result.refused.push(...known.refused, ...overtaken);
    onProgress(start + batch.length);
  }

  return result;
};
