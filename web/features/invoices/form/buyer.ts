import type { UserDetail } from '#shared/contract/users.ts';
import { type BuyerPart, MISSING_OF_BUYER } from '#shared/invoices/tax-invoice.ts';
import { ApiError } from '../../../lib/reads/api-error.ts';
import type { MailedClient } from '../../../lib/words/mail-outlook.ts';

/** What the form of an invoice says of its buyer: details, credit, and whether mail goes to the address. */
export type ClientOfInvoice = MailedClient &
  Pick<UserDetail, 'User_Name' | 'User_Surname' | 'User_Org' | 'User_Address' | 'OWNumber' | 'User_Debit'>;

const isEmpty = (text: string | null) => (text ?? '').trim() === '';

/** Returns the details of the buyer that an account lacks, by the rule of the server. */
export const lackingOf = ({
  User_Name,
  User_Surname,
  User_Org,
  User_Address,
}: Pick<ClientOfInvoice, 'User_Name' | 'User_Surname' | 'User_Org' | 'User_Address'>): BuyerPart[] => [
  ...([User_Name, User_Surname, User_Org].every(isEmpty) ? (['name'] as const) : []),
  ...(isEmpty(User_Address) ? (['address'] as const) : []),
];

const PARTS = ['name', 'address'] as const satisfies readonly BuyerPart[];

/** Returns the missing details of the buyer that a refusal names. */
export const refusedParts = (error: unknown): BuyerPart[] =>
  error instanceof ApiError ? PARTS.filter((part) => MISSING_OF_BUYER[part].field in error.fields) : [];
