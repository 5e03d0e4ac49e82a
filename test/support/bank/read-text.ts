import { openBankFile, readBankFile } from '#functions/domain/bank/reading/read-bank-file.ts';

export type ReadOptions = Partial<Parameters<typeof readBankFile>[1]>;

/** Reads the text of a bank's file as on 27 November 2026, for a business without accounts. */
export const readText = (text: string, options: ReadOptions = {}) =>
  readBankFile(openBankFile(text), { today: '2026-11-27', accounts: [], ...options });
