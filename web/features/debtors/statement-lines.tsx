import { Table, Text } from '@chakra-ui/react';
import { memo } from 'react';
import type { Statement, StatementLine } from '#shared/contract/debtors/ledger-statements.ts';
import { formatDateShort } from '#shared/dates.ts';
import { amountFromCents, centsFromAmount, formatAmount } from '#shared/money.ts';
import { useIsPrinting } from '../../lib/browser/printing.ts';

/** 'R 863,00', or 'R 100,00 credit' if it is in the client's favour. */
const wordBalance = (balance: number): string =>
  balance < 0 ? `${formatAmount(-balance)} credit` : formatAmount(balance);

const MONEY = { textAlign: 'end', textStyle: 'number.sm', whiteSpace: 'nowrap' } as const;
/** On a phone, the date is below the description, and the balance below the amount. */
const PHONE = { hideFrom: 'md', _print: { display: 'none' } } as const;
const WIDE = { display: { base: 'none', md: 'table-cell' }, _print: { display: 'table-cell' } } as const;
/** The description is the first column on a phone, and is as far from the frame as the last one. */
const DESCRIPTION = { ps: { base: '4', md: '2' }, _print: { ps: '2' } } as const;

const sumOf = (lines: readonly StatementLine[], side: 'debit' | 'credit'): number =>
  amountFromCents(lines.reduce((sum, line) => sum + centsFromAmount(line[side] ?? 0), 0));

/** 'Invoice INV-2026-000012', but 'Invoice voided: Issued twice (INV-2026-000012)', because a reason may precede it. */
const wordNumber = (kind: StatementLine['kind'], number: string): string =>
  kind === 'invoice' ? number : `(${number})`;

interface BalanceRowProps {
  label: string;
  day: string;
  balance: number;
  charged?: number;
  credited?: number;
}

/** A balance at the start or the end of the period; at the end with the period's charges and credits. */
const BalanceRow = ({ label, day, balance, charged, credited }: BalanceRowProps) => (
  <Table.Row fontWeight="semibold" bg="bg.subtle" css={{ breakInside: 'avoid' }}>
    <Table.Cell {...WIDE} textStyle="number.sm" whiteSpace="nowrap">
      {formatDateShort(day)}
    </Table.Cell>
    <Table.Cell {...DESCRIPTION}>
      {label}
      <Text textStyle="detail.number" fontWeight="normal" {...PHONE}>
        {formatDateShort(day)}
      </Text>
    </Table.Cell>
    <Table.Cell {...WIDE} {...MONEY}>
      {charged !== undefined && formatAmount(charged)}
    </Table.Cell>
    <Table.Cell {...WIDE} {...MONEY}>
      {credited !== undefined && formatAmount(credited)}
    </Table.Cell>
    <Table.Cell {...MONEY}>{wordBalance(balance)}</Table.Cell>
  </Table.Row>
);

const LineRow = memo(({ line }: { line: StatementLine }) => {
  const { date, kind, number, description, dueDate, bankDate, debit, credit, balance } = line;

  return (
    <Table.Row css={{ breakInside: 'avoid' }}>
      <Table.Cell {...WIDE} textStyle="number.sm" whiteSpace="nowrap">
        {formatDateShort(date)}
      </Table.Cell>
      <Table.Cell {...DESCRIPTION} overflowWrap="anywhere">
        <bdi>{description}</bdi>
        {number && (
          <>
            {' '}
            <bdi style={{ whiteSpace: 'nowrap' }}>{wordNumber(kind, number)}</bdi>
          </>
        )}
        {dueDate && `, due ${formatDateShort(dueDate)}`}
        {bankDate && `, at the bank ${formatDateShort(bankDate)}`}
        <Text textStyle="detail.number" {...PHONE}>
          {formatDateShort(date)}
        </Text>
      </Table.Cell>
      <Table.Cell {...WIDE} {...MONEY}>
        {debit !== null && formatAmount(debit)}
      </Table.Cell>
      <Table.Cell {...WIDE} {...MONEY}>
        {credit !== null && formatAmount(credit)}
      </Table.Cell>
      <Table.Cell {...MONEY}>
        <Text {...PHONE} fontWeight="medium">
          {debit === null ? formatAmount(-(credit ?? 0)) : formatAmount(debit)}
        </Text>
        <Text
          textStyle={{ base: 'detail.number', md: 'number.sm' }}
          color={{ base: 'fg.muted', md: 'fg' }}
          _print={{ textStyle: 'number.sm', color: 'fg' }}
        >
          <Text as="span" {...PHONE}>
            Balance{' '}
          </Text>
          {wordBalance(balance)}
        </Text>
      </Table.Cell>
    </Table.Row>
  );
});

/** Stands above the columns on each sheet of paper, because a browser repeats the head of a table. */
const AccountRow = ({ account }: { account: string }) => (
  <Table.Row display="none" _print={{ display: 'table-row' }}>
    <Table.ColumnHeader colSpan={5} fontWeight="normal" px="2">
      Statement of account, {account}
    </Table.ColumnHeader>
  </Table.Row>
);

interface StatementLinesProps {
  statement: Statement;
  /** The number of the account and its name. */
  account: string | undefined;
}

/** On paper the balance from before the period is called as on the statements of banks. */
const OpeningRow = ({ statement }: { statement: Statement }) => (
  <BalanceRow
    label={useIsPrinting() ? 'Balance brought forward' : 'Opening balance'}
    day={statement.from}
    balance={statement.opening}
  />
);

/** The entries of a period between its opening and closing balance. */
export const StatementLines = ({ statement, account }: StatementLinesProps) => (
  <Table.Root
    size="sm"
    variant="outline"
    borderRadius="l3"
    overflow="clip"
    bg="bg.panel"
    aria-label="Entries of the statement"
  >
    <Table.Header>
      {account && <AccountRow account={account} />}
      <Table.Row bg="bg.subtle">
        <Table.ColumnHeader {...WIDE}>Date</Table.ColumnHeader>
        <Table.ColumnHeader {...DESCRIPTION}>Description</Table.ColumnHeader>
        <Table.ColumnHeader {...WIDE} textAlign="end">
          Debit
        </Table.ColumnHeader>
        <Table.ColumnHeader {...WIDE} textAlign="end">
          Credit
        </Table.ColumnHeader>
        <Table.ColumnHeader textAlign="end">
          <Text as="span" {...PHONE}>
            Amount
          </Text>
          <Text as="span" hideBelow="md" _print={{ display: 'inline' }}>
            Balance
          </Text>
        </Table.ColumnHeader>
      </Table.Row>
    </Table.Header>
    <Table.Body>
      <OpeningRow statement={statement} />
      {statement.lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a statement do not change their order.
        <LineRow key={index} line={line} />
      ))}
      {statement.lines.length === 0 && (
        <Table.Row>
          <Table.Cell {...WIDE} />
          <Table.Cell {...DESCRIPTION} colSpan={4} color="fg.muted">
            No invoices or payments in this period.
          </Table.Cell>
        </Table.Row>
      )}
      <BalanceRow
        label="Closing balance"
        day={statement.to}
        balance={statement.closing}
        charged={sumOf(statement.lines, 'debit')}
        credited={sumOf(statement.lines, 'credit')}
      />
    </Table.Body>
  </Table.Root>
);
