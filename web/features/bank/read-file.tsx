import {
  Alert,
  Box,
  Button,
  Card,
  chakra,
  Flex,
  HStack,
  Input,
  NativeSelect,
  Progress,
  Stack,
  Text,
} from '@chakra-ui/react';
import { type SubmitEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { BankAccount, BankFile } from '#shared/contract/bank.ts';
import { formatBytes } from '#shared/numbers.ts';
import { useUnsavedWork } from '../../components/dialog/unsaved-work.tsx';
import { BusyButton } from '../../components/form/busy-button.tsx';
import { FormField } from '../../components/form/form-field.tsx';
import { ApiError } from '../../lib/api-error.ts';
import { useContentKey } from '../../lib/idempotency-key.ts';
import { findAccounts } from './accounts.ts';
import { ColumnMapper, type Columns } from './column-mapper.tsx';
import { findMissing, guessFormat, guessRoles, type Rows, toMapping } from './file-columns.ts';
import { nameOwnAccount } from './file-words.ts';
import { useReadBankFile } from './mutations.ts';
import type { ReadyFile } from './prepare-file.ts';

const guessColumns = (rows: Rows): Columns => {
  const roles = guessRoles(rows);

  return { roles, dateFormat: guessFormat(rows, Math.max(0, roles.indexOf('date'))) };
};

const Sending = ({ sent }: { sent: number }) => (
  <Stack gap="1.5">
    <Text textStyle="sm" role="status">
      {sent < 1 ? 'Sending the file' : 'Finding the client of each line'}
    </Text>
    <Progress.Root
      size="sm"
      value={sent < 1 ? Math.round(sent * 100) : null}
      aria-label="Part of the file that was sent"
    >
      <Progress.Track>
        <Progress.Range />
      </Progress.Track>
    </Progress.Root>
  </Stack>
);

interface AccountFieldProps {
  accounts: readonly BankAccount[];
  account: string;
  error: string | undefined;
  onChange: (account: string) => void;
}

const AccountField = ({ accounts, account, error, onChange }: AccountFieldProps) => (
  <Box maxW="20rem">
    <FormField
      label="Account"
      error={error}
      hint="The file names none. The portal will know the next file of this kind."
      isRequired
    >
      <NativeSelect.Root size="sm">
        <NativeSelect.Field value={account} onChange={({ target }) => onChange(target.value)}>
          <option value="">Choose</option>
          {accounts.map((own) => (
            <option key={own.number} value={own.number}>
              {nameOwnAccount(own)}
            </option>
          ))}
        </NativeSelect.Field>
        <NativeSelect.Indicator />
      </NativeSelect.Root>
    </FormField>
  </Box>
);

/** What the portal must know besides the file. Each question stays once it was asked, with its answer. */
interface Asked {
  isAccount: boolean;
  /** The first rows, whose columns are asked for. */
  rows: Rows | undefined;
  isWithoutBalances: boolean;
}

interface RefusalProps {
  error: Error;
  accounts: readonly BankAccount[];
}

const codeOf = (error: Error | null): string | undefined =>
  error instanceof ApiError ? error.code : undefined;

const fieldsOf = (error: Error | null): Record<string, string> =>
  error instanceof ApiError ? error.fields : {};

/** Why the file was not read, if no field says it. */
const Refusal = ({ error, accounts }: RefusalProps) => (
  <Alert.Root status="error" role="alert">
    <Alert.Indicator />
    <Alert.Content>
      <Alert.Title>The file was not read</Alert.Title>
      <Alert.Description>
        <bdi>{fieldsOf(error).text ?? error.message}</bdi>
        {codeOf(error) === 'other_account' && accounts.length > 0 && (
          <> Yours: {accounts.map(nameOwnAccount).join('; ')}.</>
        )}
      </Alert.Description>
    </Alert.Content>
  </Alert.Root>
);

interface ReadFileProps {
  file: ReadyFile;
  /** The accounts that receive money. */
  accounts: readonly BankAccount[];
  onRead: (file: BankFile) => void;
  /** Gives the file up for another one. */
  onClose: () => void;
}

/** Sends a file as soon as nothing has to be asked first, and asks what the portal does not know. */
export const ReadFile = ({ file, accounts, onRead, onClose }: ReadFileProps) => {
  const read = useReadBankFile();
  const { keyFor } = useContentKey();
  const [asked, setAsked] = useState<Asked>({ isAccount: false, rows: undefined, isWithoutBalances: false });
  const [account, setAccount] = useState('');
  const [columns, setColumns] = useState<Columns>({ roles: [], dateFormat: 'YYYY/MM/DD' });
  const [faults, setFaults] = useState<Record<string, string>>({});
  const [hasTyped, setHasTyped] = useState(false);

  const possible =
    account === '' ? findAccounts(file.text, accounts) : accounts.filter(({ number }) => number === account);
  // Which account a file without one is of, the portal asks first, unless it knows the header.
  const first = possible.length === 1 ? possible.find(({ bookFrom }) => bookFrom === null) : undefined;
  const [bookFrom, setBookFrom] = useState(first?.suggestedBookFrom ?? '');
  const { guard, release } = useUnsavedWork(hasTyped);

  const refuse = (error: Error) => {
    const code = codeOf(error);
    const fields = fieldsOf(error);
    const rows = (error instanceof ApiError && error.file.rows) || file.rows;
    // Columns that were chosen for an earlier file of this kind may not fit this one.
    const needsColumns = !asked.rows && (code === 'columns_unknown' || fields.mapping !== undefined);
    if (needsColumns) {
      setColumns(guessColumns(rows));
    }
    setAsked((before) => ({
      ...before,
      isAccount: before.isAccount || code === 'account_needed',
      rows: needsColumns ? rows : before.rows,
    }));
    setFaults(code === 'account_needed' ? {} : fields);
  };

  const send = (isWithoutBalances: boolean) => {
    const choices = {
      ...(asked.isAccount && { account }),
      ...(asked.rows && { mapping: toMapping(columns.roles, columns.dateFormat) }),
      ...(isWithoutBalances && { withoutBalances: true }),
      ...(first && { bookFrom }),
    };
    setAsked({ ...asked, isWithoutBalances });
    setFaults({});
    read.mutate(
      {
        body: { fileName: file.name, text: file.text, ...choices },
        idempotencyKey: keyFor({ file: file.id, ...choices }),
      },
      {
        onSuccess: (answer) => {
          release();
          onRead(answer);
        },
        onError: refuse,
      },
    );
  };

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const missing = asked.rows && findMissing(columns.roles);
    const found = {
      ...(asked.isAccount && account === '' && { account: 'Choose the account that received the money' }),
      ...(missing && { mapping: missing }),
      ...(first && bookFrom === '' && { bookFrom: 'Choose the first day' }),
    };
    setFaults(found);
    if (Object.keys(found).length === 0) {
      send(asked.isWithoutBalances);
    }
  };

  const place = useRef<HTMLDivElement>(null);
  const begin = useEffectEvent(() => {
    // The place where the file was chosen is gone, and had the focus.
    place.current?.focus();
    if (!first) {
      send(false);
    }
  });
  useEffect(() => begin(), []);

  const { isPending } = read;
  const refusal = isPending ? null : read.error;
  const code = codeOf(refusal);
  const isBroken = code === 'balance_breaks';
  const shownFaults = [
    asked.isAccount && faults.account,
    asked.rows && faults.mapping,
    first && faults.bookFrom,
  ].some(Boolean);
  const isAnswerable = code === 'account_needed' || code === 'columns_unknown' || shownFaults;
  const isFinal = code === 'other_account' || fieldsOf(refusal).text !== undefined;

  return (
    <Card.Root
      as="section"
      size="sm"
      variant="outline"
      aria-label="The file that is read"
      ref={place}
      tabIndex={-1}
      outline="none"
    >
      <Card.Body>
        <chakra.form noValidate onSubmit={submit}>
          <Stack gap="4">
            <Flex justify="space-between" gap="3" wrap="wrap">
              <Text fontWeight="semibold" overflowWrap="anywhere">
                <bdi>{file.name}</bdi>
              </Text>
              <Text textStyle="detail.number">{formatBytes(new Blob([file.text]).size)}</Text>
            </Flex>
            {asked.isAccount && (
              <AccountField
                accounts={accounts}
                account={account}
                error={faults.account}
                onChange={(chosen) => {
                  setHasTyped(true);
                  setAccount(chosen);
                  const own = accounts.find(({ number }) => number === chosen);
                  setBookFrom((day) => day || (own?.bookFrom === null ? own.suggestedBookFrom : ''));
                }}
              />
            )}
            {asked.rows && (
              <ColumnMapper
                rows={asked.rows}
                columns={columns}
                error={faults.mapping}
                onChange={(chosen) => {
                  setHasTyped(true);
                  setColumns(chosen);
                }}
              />
            )}
            {first && (
              <Box maxW="20rem">
                <FormField
                  label="Book lines from"
                  error={faults.bookFrom}
                  hint={`No file of ${nameOwnAccount(first)} was read yet. Lines before this day are ignored.`}
                  isRequired
                >
                  <Input
                    size="sm"
                    type="date"
                    value={bookFrom}
                    onChange={({ target }) => {
                      setHasTyped(true);
                      setBookFrom(target.value);
                    }}
                  />
                </FormField>
              </Box>
            )}
            {isPending && <Sending sent={read.sent} />}
            {refusal && !isAnswerable && <Refusal error={refusal} accounts={accounts} />}
            {isBroken && (
              <Text textStyle="sm">
                You can take the file without its balances. Then no line is certain, and you look at each.
              </Text>
            )}
            <HStack gap="2" wrap="wrap">
              {isBroken && (
                <Button type="button" size="sm" onClick={() => send(true)}>
                  Take it without its balances
                </Button>
              )}
              {!isFinal && (!isBroken || asked.rows) && (
                <BusyButton
                  type="submit"
                  size="sm"
                  variant={isBroken ? 'outline' : 'solid'}
                  isBusy={isPending}
                >
                  {refusal && !isAnswerable ? 'Try again' : 'Read the file'}
                </BusyButton>
              )}
              <Button type="button" size="sm" variant="outline" disabled={isPending} onClick={onClose}>
                Choose another file
              </Button>
            </HStack>
          </Stack>
        </chakra.form>
        {guard}
      </Card.Body>
    </Card.Root>
  );
};
