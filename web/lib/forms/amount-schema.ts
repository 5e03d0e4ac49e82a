import * as z from 'zod';
import { parseAmount } from '#shared/money.ts';

/**
 * For a form that ends in the contract's own amount: the contract refuses NaN, so an unreadable entry blocks the save.
 */
export const amountEntry = z.string().transform((entry) => parseAmount(entry) ?? Number.NaN);
