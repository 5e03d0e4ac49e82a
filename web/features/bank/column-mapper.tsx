import { Box, chakra, NativeSelect, Stack, Table, Text } from '@chakra-ui/react';
import { useId } from 'react';
import { BANK_DATE_FORMATS } from '#shared/contract/bank/bank-limits.ts';
import { nameDay } from '#shared/dates.ts';
import { FormField } from '../../components/form/form-field.tsx';
import {
  assign,
  type Columns,
  hasRoom,
  labelOf,
  placeOfMissing,
  ROLE_NAMES,
  type ShownRows,
} from './file-columns.ts';
import { guessFormat, readExample } from './guess-columns.ts';

const Scroller = chakra('div', {
  base: { borderWidth: '1px', borderRadius: 'l3', overflowX: 'auto', bg: 'bg.panel' },
});

const wordExample = (example: ReturnType<typeof readExample>): string | undefined => {
  if (!example) {
    return undefined;
  }

  return example.day
    ? `‘${example.cell}’ is read as ${nameDay(example.day)}.`
    : `‘${example.cell}’ cannot be read in this way.`;
};

interface ColumnMapperProps {
  shown: ShownRows;
  columns: Columns;
  error: string | undefined;
  onChange: (columns: Columns) => void;
}

/** Rows of a file with a choice above each column, and how its days are written. */
export const ColumnMapper = ({
  shown: { rows, from },
  columns: { roles, dateFormat },
  error,
  onChange,
}: ColumnMapperProps) => {
  const dates = roles.indexOf('date');
  const faulty = error === undefined ? undefined : placeOfMissing(roles);
  const errorId = useId();
  const choose = (column: number, name: string) => {
    const role = ROLE_NAMES.find((one) => one === name);

    onChange({
      roles: assign(roles, column, role),
      dateFormat: role === 'date' ? guessFormat(rows, column) : dateFormat,
    });
  };

  return (
    <Stack gap="3">
      <Text textStyle="sm" role="status">
        Say what each column is: the date, the description, and the amount or the money in. Descriptions and
        references may stand in several. The portal will know the next file of this kind.
      </Text>
      <Scroller tabIndex={0} role="group" aria-label="Rows of the file">
        <Table.Root size="sm">
          <Table.Header>
            <Table.Row>
              <Table.ColumnHeader px="2" bg="bg.subtle" textAlign="end" textStyle="detail">
                Row
              </Table.ColumnHeader>
              {roles.map((role, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place.
                <Table.ColumnHeader key={column} minW="10rem" px="2" bg="bg.subtle" verticalAlign="top">
                  <NativeSelect.Root size="sm">
                    <NativeSelect.Field
                      name={`column-${column + 1}`}
                      aria-label={`Column ${column + 1}`}
                      aria-invalid={column === faulty || undefined}
                      aria-describedby={column === faulty ? errorId : undefined}
                      value={role ?? ''}
                      onChange={({ target }) => choose(column, target.value)}
                    >
                      <option value="">Not needed</option>
                      {ROLE_NAMES.map((name) => (
                        <option key={name} value={name} disabled={name !== role && !hasRoom(roles, name)}>
                          {labelOf(name)}
                        </option>
                      ))}
                    </NativeSelect.Field>
                    <NativeSelect.Indicator />
                  </NativeSelect.Root>
                  {column === faulty && (
                    <Text
                      id={errorId}
                      role="alert"
                      textStyle="xs"
                      color="fg.error"
                      whiteSpace="normal"
                      mt="1"
                    >
                      {error}
                    </Text>
                  )}
                </Table.ColumnHeader>
              ))}
            </Table.Row>
          </Table.Header>
          <Table.Body>
            {rows.map((row, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place.
              <Table.Row key={place}>
                <Table.Cell px="2" py="1.5" textAlign="end" textStyle="detail.number">
                  {from + place}
                </Table.Cell>
                {roles.map((role, column) => (
                  <Table.Cell
                    // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place.
                    key={column}
                    px="2"
                    py="1.5"
                    whiteSpace="nowrap"
                    maxW="16rem"
                    overflow="hidden"
                    textOverflow="ellipsis"
                    color={role ? undefined : 'fg.muted'}
                    fontWeight={role ? 'medium' : undefined}
                  >
                    {row[column]}
                  </Table.Cell>
                ))}
              </Table.Row>
            ))}
          </Table.Body>
        </Table.Root>
      </Scroller>
      {dates !== -1 && (
        <Box maxW="20rem">
          <FormField label="How it writes a day" hint={wordExample(readExample(rows, dates, dateFormat))}>
            <NativeSelect.Root size="sm">
              <NativeSelect.Field
                value={dateFormat}
                onChange={({ target }) =>
                  onChange({
                    roles,
                    dateFormat: BANK_DATE_FORMATS.find((one) => one === target.value) ?? dateFormat,
                  })
                }
              >
                {BANK_DATE_FORMATS.map((format) => (
                  <option key={format}>{format}</option>
                ))}
              </NativeSelect.Field>
              <NativeSelect.Indicator />
            </NativeSelect.Root>
          </FormField>
        </Box>
      )}
    </Stack>
  );
};
