import { useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { BilledService } from '#shared/contract/services.ts';
import type { BilledLine } from '#shared/errors.ts';
import { billedOf, sayBilled } from './billed-words.ts';
import type { InvoiceFields, InvoiceForm } from './invoice-items.ts';

export interface RepeatedLines {
  fields: InvoiceFields;
  /** The lines that bill again if the answer is yes. */
  indexes: readonly number[];
  /** Those that are asked about: their text, and on which invoice their days are. */
  lines: readonly { index: number; description: string; sentence: string }[];
}

/** Holds the question that is asked once before lines bill what is billed already (D72). */
export const useRepeatQuestion = (
  billed: readonly BilledService[] | undefined,
  { setError }: UseFormReturn<InvoiceForm, unknown, InvoiceFields>,
) => {
  const [asked, setAsked] = useState<RepeatedLines>();

  return {
    asked,
    close: () => setAsked(undefined),
    /** Finds such lines in what was read when the form opened; the server finds the others. */
    find: ({ lineItems }: InvoiceFields): BilledLine[] =>
      lineItems.flatMap((line, index) => {
        const [first] = billedOf(line, billed ?? []);

        return first ? [{ index, invoiceId: first.invoiceId, invoiceNumber: first.invoiceNumber }] : [];
      }),
    /** Marks the lines and asks; `repeated` are those to which the answer was yes before. */
    ask: (fields: InvoiceFields, found: readonly BilledLine[], repeated: readonly number[]): void => {
      const now = new Date();
      const lines = found.flatMap(({ index, invoiceNumber }) => {
        const line = fields.lineItems[index];

        return line
          ? [{ index, description: line.description, sentence: sayBilled(line, invoiceNumber, now) }]
          : [];
      });
      for (const { index, sentence } of lines) {
        setError(`lineItems.${index}.serviceId`, { type: 'server', message: sentence });
      }
      setAsked({ fields, indexes: [...repeated, ...lines.map(({ index }) => index)], lines });
    },
  };
};
