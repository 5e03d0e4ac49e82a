import { Dialog, NativeSelect, Stack, Table, Text } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { VAT_ROWS } from '#shared/books/vat-rows.ts';
import type { Closing } from '#shared/contract/books/closings.ts';
import { CONTROL_ROWS } from '#shared/contract/limits.ts';
import { formatDateTime } from '#shared/dates.ts';
import {
  AGEING_COLUMNS,
  AGEING_LABELS,
  CLOSED_ACCOUNTS,
  CONTROL_LABELS,
} from '#shared/invoices/ledger-words.ts';
import { formatAmount } from '#shared/money.ts';
import { nameMonth } from '#shared/months.ts';
import { Modal } from '../../../components/dialog/modal.tsx';
import { UnreadDialog } from '../../../components/dialog/unread-dialog.tsx';
import { FormField } from '../../../components/form/form-field.tsx';
import type { DialogProps } from '../../../lib/address/dialogs.ts';
import { ROW_LABELS } from '../../../lib/money/vat-words.ts';

import { closingsQuery } from './queries.ts';

type Figures = Closing & { totals: NonNullable<Closing['totals']> };

const hasFigures = (closing: Closing): closing is Figures => closing.totals !== null;

interface FiguresRow {
  label: string;
  amountOf: (closing: Figures) => number | undefined;
  isTotal?: boolean;
}

const ROWS: readonly FiguresRow[] = [
  { label: 'Opening balance', amountOf: ({ totals }) => totals.opening, isTotal: true },
  ...CONTROL_ROWS.map(
    (row): FiguresRow => ({ label: CONTROL_LABELS[row], amountOf: ({ totals }) => totals[row] }),
  ),
  { label: 'Closing balance', amountOf: ({ totals }) => totals.closing, isTotal: true },
  { label: 'Debtors', amountOf: ({ totals }) => totals.owed },
  { label: 'Less clients in credit', amountOf: ({ totals }) => -totals.credit },
  { label: CLOSED_ACCOUNTS, amountOf: ({ totals }) => totals.closedAccounts },
  ...AGEING_COLUMNS.map(
    (column): FiguresRow => ({
      label: `Debtors, ${AGEING_LABELS[column].toLowerCase()}`,
      amountOf: ({ ageing }) => ageing?.[column],
    }),
  ),
];

const lower = (label: string) => label.charAt(0).toLowerCase() + label.slice(1);

/** The rows of a VAT number, each with the VAT in it. */
const rowsOfNumber = (number: string): FiguresRow[] =>
  VAT_ROWS.flatMap((row): FiguresRow[] => [
    { label: ROW_LABELS[row], amountOf: ({ vat }) => vat?.ofNumbers[number]?.[row].gross },
    { label: `VAT in ${lower(ROW_LABELS[row])}`, amountOf: ({ vat }) => vat?.ofNumbers[number]?.[row].vat },
  ]);

const ROWS_WITHOUT_VAT = VAT_ROWS.map(
  (row): FiguresRow => ({
    label: ROW_LABELS[`${row}WithoutVat`],
    amountOf: ({ vat }) => vat?.withoutVat[row].gross,
  }),
);

interface Section {
  title?: string;
  rows: readonly FiguresRow[];
}

/** The control account and the ages, and below them the VAT rows of each number that one of the closings has. */
const sectionsOf = (closings: readonly Figures[]): Section[] => {
  const numbers = new Set(closings.flatMap(({ vat }) => Object.keys(vat?.ofNumbers ?? {})));

  return [
    { rows: ROWS },
    ...[...numbers].sort().map((number) => ({ title: `VAT number ${number}`, rows: rowsOfNumber(number) })),
    { title: 'Without VAT', rows: ROWS_WITHOUT_VAT },
  ];
};

const wordAmount = (amount: number | undefined) => (amount === undefined ? '–' : formatAmount(amount));

/** The newest closing, and beside it an older one. */
type Shown = readonly [Figures, ...Figures[]];

const Amounts = ({ row: { label, amountOf, isTotal }, closings }: { row: FiguresRow; closings: Shown }) => {
  const [shown, older] = closings;
  const amount = amountOf(shown);
  const isOther = older !== undefined && amountOf(older) !== amount;

  return (
    <Table.Row {...(isTotal && { fontWeight: 'semibold', bg: 'bg.subtle' })}>
      <Table.Cell py="1">{label}</Table.Cell>
      <Table.Cell py="1" textAlign="end" textStyle="number.sm" whiteSpace="nowrap">
        {wordAmount(amount)}
      </Table.Cell>
      {older && (
        <Table.Cell py="1" textAlign="end" textStyle="number.sm" color={isOther ? 'fg.warning' : 'fg.muted'}>
          {wordAmount(amountOf(older))}
          {isOther && (
            <Text textStyle="detail" color="fg.warning">
              was different
            </Text>
          )}
        </Table.Cell>
      )}
    </Table.Row>
  );
};

const FiguresTable = ({ closings }: { closings: Shown }) => (
  <Table.Root size="sm" variant="outline" borderRadius="l3" overflow="clip" aria-label="Stored figures">
    <Table.Header>
      <Table.Row bg="bg.subtle">
        <Table.ColumnHeader>
          <Text as="span" srOnly>
            Row
          </Text>
        </Table.ColumnHeader>
        {closings.map(({ closedAt }) => (
          <Table.ColumnHeader key={closedAt} textAlign="end">
            Closed {formatDateTime(closedAt)}
          </Table.ColumnHeader>
        ))}
      </Table.Row>
    </Table.Header>
    {sectionsOf(closings).map(({ title, rows }) => (
      <Table.Body key={title ?? ''}>
        {title && (
          <Table.Row bg="bg.subtle">
            <Table.ColumnHeader scope="rowgroup" colSpan={1 + closings.length} py="1.5">
              {title}
            </Table.ColumnHeader>
          </Table.Row>
        )}
        {rows.map((row) => (
          <Amounts key={row.label} row={row} closings={closings} />
        ))}
      </Table.Body>
    ))}
  </Table.Root>
);

/** The figures that a closing stored, and beside them those of an earlier closing of the same month. */
export const ClosingFigures = ({ subject: month, onClose }: DialogProps<string>) => {
  const closings = useQuery(closingsQuery);
  const [newest, ...earlier] = (closings.data ?? []).filter((one) => one.month === month).filter(hasFigures);
  const [chosen, setChosenAt] = useState<string>();
  const chosenAt = chosen ?? earlier[0]?.closedAt;
  const title = `Figures of ${nameMonth(month)}`;
  if (!closings.data) {
    return <UnreadDialog title={title} what="the closed months" read={closings} onClose={onClose} />;
  }

  return (
    <Modal title={title} onClose={onClose}>
      <Dialog.Body pb="6" tabIndex={0}>
        {newest ? (
          <Stack gap="4">
            {earlier.length > 1 && (
              <FormField label="Beside it">
                <NativeSelect.Root size="sm">
                  <NativeSelect.Field value={chosenAt} onChange={({ target }) => setChosenAt(target.value)}>
                    {earlier.map(({ closedAt }) => (
                      <option key={closedAt} value={closedAt}>
                        Closed {formatDateTime(closedAt)}
                      </option>
                    ))}
                  </NativeSelect.Field>
                  <NativeSelect.Indicator />
                </NativeSelect.Root>
              </FormField>
            )}
            <FiguresTable closings={[newest, ...earlier.filter(({ closedAt }) => closedAt === chosenAt)]} />
          </Stack>
        ) : (
          <Text>No closing of this month has figures.</Text>
        )}
      </Dialog.Body>
    </Modal>
  );
};
