import { describe, expect, it } from 'vitest';
import { rolesOfHeader, saysInOrOut } from '#shared/bank/bank-columns.ts';

/** Returns the roles of a header, '-' for a column that is not read. */
const rolesOf = (header: string) =>
  rolesOfHeader(header.split(';'))
    .map((role) => role ?? '-')
    .join(';');

describe('the words of a header', () => {
  it.each([
    ['Date;Details;Amount;Balance', 'date;description;amount;balance'],
    ['Value Date;Value Time;Type;Description;Amount', 'date;-;-;description;amount'],
    ['Transaction Date;Posting Date;Description;Debits;Credits', '-;date;description;debit;credit'],
    ['Date;Value Date;Narrative;Fees(R);Debits(R);Credits(R)', 'date;-;description;fee;debit;credit'],
    ['Entry date;Value;Particulars;Paid out;Paid in;Saldo', 'date;-;description;debit;credit;balance'],
    ['Date;Description;Debit / Credit;Amount', 'date;description;inOrOut;amount'],
    ['Payment Date;Payment Reference;Credit Amount', 'date;reference;credit'],
    ['Bank Account;Date;Description 1;Description 2;Value', 'account;date;description;description;amount'],
    [
      'Datum;Waardedatum;Beskrywing;Verwysing;Bedrag;Kt/Dt;Saldo',
      'date;-;description;reference;amount;inOrOut;balance',
    ],
    ['Datum;Omskrywing;Debiet;Krediet;Diensfooi;Rekening', 'date;description;debit;credit;fee;account'],
    ['Date;Narration;Dr;Cr;Running Balance', 'date;description;debit;credit;balance'],
    ['Date;Description;Payments;Deposits;Balance', 'date;description;debit;credit;balance'],
    ['Datum;Besonderhede;Uit;In;Saldo', 'date;description;debit;credit;balance'],
  ])('%s are %s', (header, roles) => {
    expect(rolesOf(header)).toBe(roles);
  });

  it('give at most four columns to the description', () => {
    expect(rolesOf('Details;Details;Details;Details;Details')).toBe(
      'description;description;description;description;-',
    );
  });
});

describe('a column that says in or out', () => {
  it.each([
    ['CREDIT', 'DEBIT'],
    ['Cr', 'Dr'],
    ['C', 'D', ''],
    ['Kt', 'Dt'],
    ['IN', 'OUT'],
    ['In', 'Uit'],
    ['CRDT', 'DBIT'],
    ['Inflow', 'Outflow'],
    ['Credit transaction', 'Debit transaction'],
  ])('may say %s and %s', (...cells) => {
    expect(saysInOrOut(cells)).toBe(true);
  });

  it.each([[['EFT', 'CREDIT']], [['', '']], [['CR', '-50.00']]])('is none of %s', (cells) => {
    expect(saysInOrOut(cells)).toBe(false);
  });
});
