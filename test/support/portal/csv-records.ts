import Papa from 'papaparse';
import { expect } from 'vitest';

export const readCsvText = (bytes: Uint8Array): string =>
  new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);

/** Parses the records of a file with a byte order mark, as a spreadsheet would. */
export const readCsvRecords = (bytes: Uint8Array): Record<string, string>[] => {
  const { data, errors } = Papa.parse<Record<string, string>>(readCsvText(bytes).slice(1), {
    header: true,
    skipEmptyLines: true,
  });
  expect(errors).toEqual([]);

  return data;
};
