import Papa from 'papaparse';
import { Refused } from '../refused.ts';
import { type ClientLine, COLUMNS, clientLines, REQUIRED_COLUMNS } from './client-line.ts';

/** A fault in a line, never with the value, which may be a password. */
export interface LineFault {
  line: number;
  field: string;
  sentence: string;
}

interface Row {
  /** Counted as an editor counts: a cell of several lines makes a row of several. */
  line: number;
  cells: string[];
}

/** Refuses a file in another encoding, which would corrupt letters in names. */
const readUtf8 = (bytes: Uint8Array): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new Refused('The file is not UTF-8. Please save it again as "CSV UTF-8".', { cause });
  }
};

const readRows = (text: string): { rows: Row[]; faults: LineFault[] } => {
  const rows: Row[] = [];
  const faults: LineFault[] = [];
  let line = 1;
  let readUntil = 0;

  Papa.parse<string[]>(text, {
    step: ({ data, errors, meta }) => {
      const [error] = errors;
      if (error && error.type === 'Quotes') {
        faults.push({ line, field: '', sentence: 'The quotes of this line do not close' });
      } else if (data.some((cell) => cell !== '')) {
        rows.push({ line, cells: data });
      }
      line += text.slice(readUntil, meta.cursor).split('\n').length - 1;
      readUntil = meta.cursor;
    },
  });

  return { rows, faults };
};

const requireKnownColumns = (columns: readonly string[]): void => {
  const unknown = columns.filter((name) => !COLUMNS.includes(name));
  const missing = REQUIRED_COLUMNS.filter((name) => !columns.includes(name));

  // Checked first: a file without a header line begins with personal data, which must not be shown on the terminal.
  if (missing.length > 0) {
    throw new Refused(`The file has no column ${missing.join(', ')}.`);
  }
  if (unknown.length > 0) {
    throw new Refused(
      `The portal keeps no column ${unknown.join(', ')}. Please take it out, or see docs/customers-example.csv for the names.`,
    );
  }
  if (new Set(columns).size < columns.length) {
    throw new Refused('The file has a column twice.');
  }
};

/** Parses valid lines and reports what is wrong with the others. */
export const readClients = (
  bytes: Uint8Array,
  { takesPlainPasswords }: { takesPlainPasswords: boolean },
): { clients: (ClientLine & { line: number })[]; faults: LineFault[] } => {
  const { rows, faults } = readRows(readUtf8(bytes));
  // Column names are shown, and a terminal obeys control characters.
  const columns = rows.shift()?.cells.map((name) => name.replaceAll(/\p{Cc}/gu, '').trim()) ?? [];
  requireKnownColumns(columns);
  const clients: (ClientLine & { line: number })[] = [];
  const clientLine = takesPlainPasswords ? clientLines.withPlainPasswords : clientLines.withHashes;

  for (const { line, cells } of rows) {
    if (cells.length !== columns.length) {
      const sentence = `Has ${cells.length} cells in the place of ${columns.length}`;
      faults.push({ line, field: '', sentence });
      continue;
    }
    const parsed = clientLine.safeParse(
      Object.fromEntries(columns.map((name, column) => [name, cells[column]])),
    );
    if (parsed.success) {
      clients.push({ ...parsed.data, line });
    } else {
      const issues = parsed.error.issues.map(({ path, message }) => ({
        line,
        field: path.join('.'),
        sentence: message,
      }));
      faults.push(...issues);
    }
  }

  return { clients, faults };
};
