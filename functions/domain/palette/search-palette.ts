import { auditOfPage } from '#functions/domain/audit.ts';
import { searchTerms } from '#functions/domain/customers/search-terms.ts';
import type { SessionUser } from '#functions/ports/database/auth/session-store.ts';
import type { SearchTerm } from '#functions/ports/database/customers/search-term.ts';
import type {
  FoundService,
  PaletteSearch,
  PaletteStore,
} from '#functions/ports/database/palette/palette-store.ts';
import type { PaletteAnswer } from '#shared/contract/palette.ts';
import { AMOUNT_MAX, centsFromAmount, parseAmount } from '#shared/money.ts';
import { readDocumentNumber } from '#shared/portal-numbers.ts';
import { searchForm } from '#shared/text/search-form.ts';
import { withoutInvisible } from '#shared/text/text.ts';

const TICKET_NUMBER = /^#?(\d{1,15})$/;

/** Reads a typed text in every meaning that it may have. */
export const readPaletteQuery = (query: string): PaletteSearch => {
  const amount = parseAmount(query);
  const [, ticket] = TICKET_NUMBER.exec(withoutInvisible(query).trim()) ?? [];

  return {
    terms: searchTerms(query),
    amountCents: amount && amount <= AMOUNT_MAX ? centsFromAmount(amount) : undefined,
    document: readDocumentNumber(query),
    ticketId: ticket ? Number(ticket) : undefined,
  };
};

/** Returns the field in which a term was found. */
const matchedNumber = (service: FoundService, terms: readonly SearchTerm[]): string => {
  const numbers = [service.msisdn, service.simSerialNumber, service.accountUsername].filter(
    (number) => number !== null,
  );
  const holdsTerm = (number: string) => {
    const form = searchForm(number);

    return terms.some(({ words }) => words.every((word) => form.includes(word)));
  };

  return numbers.find(holdsTerm) ?? numbers.join(' ');
};

/** Searches the records behind the clients for an administrator's palette. */
export const searchPalette = async (
  palette: PaletteStore,
  admin: SessionUser,
  query: string,
  now: Date,
): Promise<PaletteAnswer> => {
  const search = readPaletteQuery(query);
  const found = await palette.search(search, auditOfPage(admin, 'palette.search', now));

  return {
    ...found,
    services: found.services.map((service) => ({
      id: service.id,
      name: service.accountType ?? service.serviceCategory,
      number: matchedNumber(service, search.terms),
      userId: service.userId,
      userName: service.userName,
      company: service.company,
    })),
  };
};
