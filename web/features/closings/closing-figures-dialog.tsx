import { Dialog, NativeSelect, Stack, Table, Text } from '@chakra-ui/react';
import { useState } from 'react';
import type { Closing } from '#shared/contract/closings.ts';
import { CONTROL_ROWS } from '#shared/contract/limits.ts';
import { formatDateTime } from '#shared/dates.ts';
import { AGEING_COLUMNS, AGEING_LABELS, CONTROL_LABELS } from '#shared/ledger-words.ts';
import { formatAmount } from '#shared/money.ts';
import { Modal } from '../../components/dialog/modal.tsx';
import { FormField } from '../../components/form/form-field.tsx';
import { nameMonth } from './months.ts';

type Figures = Closing & { totals: NonNullable<Closing['totals']> };

const hasFigures = (closing: Closing): closing is Figures => closing.totals !== null;

interface Row {
  label: string;
  amountOf: (closing: Figures) => number | undefined;
  isTotal?: boolean;
}

const ROWS: readonly Row[] = [
  { label: 'Opening balance', amountOf: ({ totals }) => totals.opening, isTotal: true },
  ...CONTROL_ROWS.map((row): Row => ({ label: CONTROL_LABELS[row], amountOf: ({ totals }) => totals[row] })),
  { label: 'Closing balance', amountOf: ({ totals }) => totals.closing, isTotal: true },
  { label: 'Debtors', amountOf: ({ totals }) => totals.owed },
  { label: 'Less clients in credit', amountOf: ({ totals }) => -totals.credit },
  { label: 'Closed accounts', amountOf: ({ totals }) => totals.closedAccounts },
  ...AGEING_COLUMNS.map(
    (column): Row => ({
      label: `Debtors, ${AGEING_LABELS[column].toLowerCase()}`,
      amountOf: ({ ageing }) => ageing?.[column],
    }),
  ),
];

const wordAmount = (amount: number | undefined) => (amount === undefined ? '–' : formatAmount(amount));

const FiguresTable = ({ shown, older }: { shown: Figures; older: Figures | undefined }) => (
  <Table.Root size="sm" variant="outline" borderRadius="l3" overflow="clip" aria-label="Stored figures">
    <Table.Header>
      <Table.Row bg="bg.subtle">
        <Table.ColumnHeader>
          <Text as="span" srOnly>
            Row
          </Text>
        </Table.ColumnHeader>
        {[shown, ...(older ? [older] : [])].map(({ closedAt }) => (
          <Table.ColumnHeader key={closedAt} textAlign="end">
            Closed {formatDateTime(closedAt)}
          </Table.ColumnHeader>
        ))}
      </Table.Row>
    </Table.Header>
    <Table.Body>
      {ROWS.map(({ label, amountOf, isTotal }) => {
        const amount = amountOf(shown);
        const isOther = older !== undefined && amountOf(older) !== amount;

        return (
          <Table.Row key={label} {...(isTotal && { fontWeight: 'semibold', bg: 'bg.subtle' })}>
            <Table.Cell py="1">{label}</Table.Cell>
            <Table.Cell py="1" textAlign="end" textStyle="number.sm" whiteSpace="nowrap">
              {wordAmount(amount)}
            </Table.Cell>
            {older && (
              <Table.Cell
                py="1"
                textAlign="end"
                textStyle="number.sm"
                color={isOther ? 'fg.warning' : 'fg.muted'}
              >
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
      })}
    </Table.Body>
  </Table.Root>
);

interface ClosingFiguresProps {
  /** Those of one month, the newest first. */
  closings: readonly Closing[];
  onClose: () => void;
}

/** The figures that a closing stored, and beside them those of an earlier closing of the same month. */
export const ClosingFigures = ({ closings, onClose }: ClosingFiguresProps) => {
  const [newest, ...earlier] = closings.filter(hasFigures);
  const [chosenAt, setChosenAt] = useState(earlier[0]?.closedAt);

  return (
    <Modal title={`Figures of ${newest ? nameMonth(newest.month) : 'the month'}`} onClose={onClose}>
      <Dialog.Body pb="6">
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
            <FiguresTable shown={newest} older={earlier.find(({ closedAt }) => closedAt === chosenAt)} />
          </Stack>
        ) : (
          <Text>No closing of this month has figures.</Text>
        )}
      </Dialog.Body>
    </Modal>
  );
};
