import { Alert, Button, Card, Code, chakra, Flex, HStack, Progress, Stack, Text } from '@chakra-ui/react';
import { type SubmitEvent, useRef } from 'react';
import type { BankAccount, BankFile } from '#shared/contract/bank/bank-files.ts';
import { formatBytes } from '#shared/numbers.ts';
import { useUnsavedWork } from '../../components/dialog/unsaved-work.tsx';
import { BusyButton } from '../../components/form/busy-button.tsx';
import { ApiError } from '../../lib/reads/api-error.ts';
import { ColumnMapper } from './column-mapper.tsx';
import { PreviewFacts, PreviewRows } from './file-preview.tsx';
import { AccountField, DaysField, FirstDayField } from './file-questions.tsx';
import { nameOwnAccount } from './file-words.ts';
import type { ReadyFile } from './prepare-file.ts';
import { codeOf, fieldsOf, useFileReading } from './use-file-reading.ts';

const Sending = ({ sent, isStoring }: { sent: number; isStoring: boolean }) => (
  <Stack gap="1.5">
    <Text textStyle="sm" role="status">
      {sent < 1 && 'Sending the file'}
      {sent >= 1 && (isStoring ? 'Finding the client of each line' : 'Reading its lines')}
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

const quoteOf = (error: Error): string | undefined =>
  error instanceof ApiError ? error.file.quoted : undefined;

interface RefusalProps {
  error: Error;
  accounts: readonly BankAccount[];
}

/** Why the file was not read, if no question says it. */
const Refusal = ({ error, accounts }: RefusalProps) => {
  const quote = quoteOf(error);

  return (
    <Alert.Root status="error" role="alert">
      <Alert.Indicator />
      <Alert.Content minW="0">
        <Alert.Title>The file was not read</Alert.Title>
        <Alert.Description>
          <bdi>{fieldsOf(error).text ?? error.message}</bdi>
          {codeOf(error) === 'other_account' && accounts.length > 0 && (
            <> Yours: {accounts.map(nameOwnAccount).join('; ')}.</>
          )}
          {quote && (
            <Code display="block" mt="2" overflowWrap="anywhere" whiteSpace="pre-wrap">
              <bdi>{quote}</bdi>
            </Code>
          )}
        </Alert.Description>
      </Alert.Content>
    </Alert.Root>
  );
};

const UNPROCESSABLE = 422;

interface ReadFileProps {
  file: ReadyFile;
  /** The accounts that receive money. */
  accounts: readonly BankAccount[];
  onRead: (file: BankFile) => void;
  /** Gives the file up for another one. */
  onClose: () => void;
}

/** Looks at a file at once, asks what it leaves open, and stores it by one press once the person sees what it brings. */
export const ReadFile = ({ file, accounts, onRead, onClose }: ReadFileProps) => {
  const place = useRef<HTMLDivElement>(null);
  const reading = useFileReading({
    file,
    place,
    onStored: (stored) => {
      release();
      onRead(stored);
    },
  });
  const { preview, error, isPending, questions, answers, faults, isMapping, answer } = reading;
  const { guard, release } = useUnsavedWork(reading.hasTyped);

  const isCsv = file.shown.rows.length > 0;
  const code = codeOf(error);
  const isBroken = code === 'balance_breaks';
  const mayDropBalances = error instanceof ApiError && error.file.mayDropBalances === true;
  const isAsking = code === 'account_needed' || code === 'days_unclear' || code === 'columns_unknown';
  const isAtField = [
    questions.account !== undefined && faults.account,
    questions.days !== undefined && faults.dayOrder,
    isMapping && faults.mapping,
    questions.firstFileOf !== undefined && faults.bookFrom,
  ].some(Boolean);
  const isRefused = error instanceof ApiError && error.status === UNPROCESSABLE;
  const isLost = error !== null && !isRefused;
  const hasQuestion =
    isMapping ||
    [questions.account, questions.days, questions.firstFileOf].some((question) => question !== undefined);
  const isShown = preview !== undefined && !isMapping;
  const canSubmit = isShown || isLost || (hasQuestion && (!isRefused || isAsking || isAtField));

  const wordSubmit = (): string => {
    if (isLost) {
      return 'Try again';
    }

    return isShown ? 'Store the file' : 'Show what it brings';
  };

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    reading.submit();
  };

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
            {questions.account !== undefined && (
              <AccountField
                accounts={accounts}
                account={answers.account}
                question={questions.account}
                error={faults.account}
                onChange={(account) => answer({ account })}
              />
            )}
            {questions.days !== undefined && (
              <DaysField
                question={questions.days}
                order={answers.dayOrder}
                error={faults.dayOrder}
                onChange={(dayOrder) => answer({ dayOrder })}
              />
            )}
            {isMapping && questions.columns && (
              <ColumnMapper
                shown={questions.columns}
                columns={answers.columns}
                error={faults.mapping}
                onChange={(columns) => answer({ columns })}
              />
            )}
            {questions.firstFileOf !== undefined && (
              <FirstDayField
                account={questions.firstFileOf}
                day={answers.bookFrom}
                error={faults.bookFrom}
                onChange={(bookFrom) => answer({ bookFrom })}
              />
            )}
            {isPending && <Sending sent={reading.sent} isStoring={reading.isStoring} />}
            {isShown && <PreviewFacts preview={preview} firstDay={answers.bookFrom} />}
            {error && !isAsking && !isAtField && <Refusal error={error} accounts={accounts} />}
            {isBroken && mayDropBalances && (
              <Text textStyle="sm">
                You can take the file without its balances. Then no line is certain, and you look at each.
              </Text>
            )}
            <HStack gap="2" wrap="wrap" css={{ '& button': { minHeight: { base: '11', md: '9' } } }}>
              {isBroken && (
                <Button type="button" size="sm" disabled={isPending} onClick={onClose}>
                  Choose another file
                </Button>
              )}
              {isBroken && mayDropBalances && (
                <Button type="button" size="sm" variant="outline" onClick={reading.takeWithoutBalances}>
                  Take it without its balances
                </Button>
              )}
              {canSubmit && (
                <BusyButton name="store" type="submit" size="sm" isBusy={isPending}>
                  {wordSubmit()}
                </BusyButton>
              )}
              {isCsv && !isMapping && (isShown || isRefused) && (
                <Button
                  type="button"
                  size="sm"
                  variant="outline"
                  disabled={isPending}
                  onClick={reading.chooseColumns}
                >
                  {isShown ? 'Change the columns' : 'Choose the columns'}
                </Button>
              )}
              {reading.leaveColumns && (
                <Button
                  type="button"
                  size="sm"
                  variant="outline"
                  disabled={isPending}
                  onClick={reading.leaveColumns}
                >
                  Leave the columns as they were
                </Button>
              )}
              {!isBroken && (
                <Button type="button" size="sm" variant="outline" disabled={isPending} onClick={onClose}>
                  Choose another file
                </Button>
              )}
            </HStack>
            {isShown && <PreviewRows preview={preview} />}
          </Stack>
        </chakra.form>
        {guard}
      </Card.Body>
    </Card.Root>
  );
};
