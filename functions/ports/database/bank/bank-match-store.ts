/** What a line of the bank says, by how it is looked up. */
export const CLIENT_KEY_KINDS = [
  'owNumber',
  'invoice',
  'digits',
  'phone',
  'words',
  'name',
  'payer',
  'amount',
] as const;

export interface ClientKey {
  kind: (typeof CLIENT_KEY_KINDS)[number];
  /** An amount is in cents. */
  value: string;
}

/**
 * What of a client a key equals. Two kinds are no client: 'longer', an OW number begins with the key and is longer, and
 * 'writtenOff', something of the invoice is written off, also of a deleted client's.
 */
export const FOUND_KINDS = [
  'owNumber',
  'longer',
  'invoice',
  'writtenOff',
  'digits',
  'mobile',
  'service',
  'username',
  'reference',
  'surname',
  'organisation',
  'payer',
  'amount',
] as const;

export interface FoundClients {
  /** The place of the key in the list, from 0. */
  place: number;
  kind: (typeof FOUND_KINDS)[number];
  userIds: number[];
  /** The name as it is stored, of a surname, organisation or reference. */
  label: string | null;
  /** Those of them whose address is verified; of a mobile number only. */
  verifiedIds: number[];
}

export interface ClientAmount {
  userId: number;
  amountCents: number;
  date: string;
  /** The first and the last day on which the same money may have been recorded by hand. */
  from: string;
  until: string;
}

/** A payment without a line. */
export interface UntiedPayment {
  id: number;
  bankDate: string;
  amountCents: number;
}

/** A payment that was recorded for one client and then moved to another. */
export interface MovedPayment {
  /** The payment that took its place; null if a line has that one, it was reversed, or it is of other days. */
  id: number | null;
  /** The other client's; null once deleted. */
  owNumber: string | null;
  movedOn: string;
}

/** How an amount fits a client. */
export interface AmountFit {
  /** The place of the client and amount in the list, from 0. */
  place: number;
  /** An open invoice of which exactly that is due. */
  invoiceNumber: string | null;
  isAllDue: boolean;
  /** The number of open invoices of which exactly that is due. */
  equalDebts: number;
  /** All that is due. */
  dueCents: number;
  isMonthlyPrice: boolean;
  /** The payment in those days that is likeliest the same money: one of that amount first, then the nearest. */
  payment: UntiedPayment | null;
  /** A payment of that amount that was moved away from the client, recorded or moved in those days. */
  moved: MovedPayment | null;
}

/** A client whose OW number is nearly the one that was read, and whose surname or organisation stands in the text. */
export interface Neighbour {
  /** The place of the number in the list, from 0. */
  place: number;
  userId: number;
  owNumber: string;
  name: string;
}

/** A client, or a payment that the bank returned, that a line may be about. */
export interface MatchProposal {
  userId: number;
  paymentId: number | null;
  reasons: string[];
  /** True if only what anybody may type into a profile speaks for the client. */
  isByWords: boolean;
}

export interface ReturnedPayment {
  /** The place of the returned amount in the list, from 0. */
  place: number;
  id: number;
  userId: number;
  bankDate: string;
}

/**
 * Finds the clients of many lines at once, each by an index. Administrators are never found. By what anybody may type
 * (names, references, mobile numbers) only clients who count are found (D63). The caller keeps the lists short enough
 * for one answer.
 */
export interface BankMatchStore {
  findClients(keys: readonly ClientKey[]): Promise<FoundClients[]>;
  /** Leaves out those of which nothing fits. */
  listFits(amounts: readonly ClientAmount[]): Promise<AmountFit[]>;
  /** Numbers that differ by one digit or by two that are swapped. `text` has each word between spaces. */
  findNeighbours(numbers: readonly { owNumber: string; text: string }[]): Promise<Neighbour[]>;
  /**
   * The newest payments of the amount that were not reversed: the clients' own, and anybody's of the last weeks, also of
   * clients who were deleted since.
   */
  findReturned(
    returned: readonly { amountCents: number; date: string; userIds: readonly number[] }[],
  ): Promise<ReturnedPayment[]>;
}
