/** The accounts that receive money, the printed one first; their numbers are digits (D63). */
export type BankAccounts = readonly { number: string; bank: string }[];
