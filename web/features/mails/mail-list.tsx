import { Box, Heading, HStack, Stack, Text } from '@chakra-ui/react';
import type { UseQueryResult } from '@tanstack/react-query';
import { Mail as MailIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { MAILS_MAX } from '#shared/contract/limits.ts';
import type { Mail } from '#shared/contract/mails.ts';
import { formatDateTime } from '#shared/dates.ts';
import { mailKinds } from '#shared/mails/mail-kinds.ts';
import { BusyButton } from '../../components/form/busy-button.tsx';
import { EmptyNote } from '../../components/list/empty-note.tsx';
import { ReadList } from '../../components/list/read-list.tsx';
import { actionColumn, type Column, RowsOrCards } from '../../components/list/rows-or-cards.tsx';
import { SkeletonList } from '../../components/loading/skeleton-list.tsx';
import { MAIL_STATE_WORDS, MailStateBadge } from './mail-state.tsx';

interface MailProps {
  mail: Mail;
  action: ReactNode;
}

/** A mail that was not sent has the name of its kind as its subject. */
const Subject = ({ mail: { kind, subject } }: { mail: Mail }) => (
  <>
    <Text fontWeight="semibold" overflowWrap="anywhere">
      {subject}
    </Text>
    {subject !== mailKinds[kind].label && <Text textStyle="detail">{mailKinds[kind].label}</Text>}
  </>
);

/** An address that breaks before its @ rather than within a word. */
const Address = ({ address }: { address: string }) => {
  const at = address.lastIndexOf('@');

  return (
    <>
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </>
  );
};

const noteOf = ({ state, reason }: Mail) => reason ?? MAIL_STATE_WORDS[state].meaning;

const State = ({ mail }: { mail: Mail }) => (
  <>
    <MailStateBadge state={mail.state} />
    {noteOf(mail) && (
      <Text textStyle="detail" mt="1" overflowWrap="anywhere">
        {noteOf(mail)}
      </Text>
    )}
  </>
);

const timeOf = ({ sentAt, createdAt }: Mail) => formatDateTime(sentAt ?? createdAt);

const COLUMNS: readonly Column<Mail>[] = [
  { name: 'Mail', cell: (mail) => <Subject mail={mail} /> },
  {
    name: 'To',
    cell: ({ to }) => (
      <Box minW={{ lg: '14.5rem' }} overflowWrap="anywhere">
        {to && <Address address={to} />}
      </Box>
    ),
  },
  { name: 'State', cell: (mail) => <State mail={mail} /> },
  { name: 'Time', isNumber: true, cell: timeOf },
];

const MailCard = ({ mail, action }: MailProps) => (
  <>
    <div>
      <Subject mail={mail} />
    </div>
    <div>
      <State mail={mail} />
    </div>
    <HStack justify="space-between" flexWrap="wrap">
      <Box textStyle="detail" overflowWrap="anywhere" minW="0">
        <Text textStyle="detail.number">{timeOf(mail)}</Text>
        {mail.to && (
          <Text>
            <Address address={mail.to} />
          </Text>
        )}
      </Box>
      {action}
    </HStack>
  </>
);

interface MailListProps {
  list: UseQueryResult<Mail[]>;
  title: string;
  /** Says what appears here. */
  none: string;
  headingLevel: 'h2' | 'h3';
  /** Renders the action that this reader has for a mail; missing if there is none. */
  actionOf?: (mail: Mail) => ReactNode;
}

/** The newest mails of an account, without their texts, which are not kept. */
export const MailList = ({ list, title, none, headingLevel, actionOf }: MailListProps) => {
  const { data: mails, isFetching, refetch } = list;
  const hasActions = actionOf !== undefined && mails?.some((mail) => actionOf(mail)) === true;

  return (
    <Stack as="section" gap="3" aria-label={title}>
      <HStack justify="space-between" flexWrap="wrap" gap="2">
        <Heading as={headingLevel} size="md" tabIndex={-1} outline="none">
          {title}
        </Heading>
        <BusyButton
          size="sm"
          variant="outline"
          isBusy={isFetching && mails !== undefined}
          onClick={() => refetch()}
          _print={{ display: 'none' }}
        >
          Refresh
        </BusyButton>
      </HStack>
      <ReadList
        read={list}
        items={mails}
        failed="The mails could not be read"
        waiting={<SkeletonList label="Loading the mails" count={3} cardHeight="8rem" rowHeight="3.75rem" />}
        empty={
          <EmptyNote icon={MailIcon} title="No mails yet">
            {none}
          </EmptyNote>
        }
      >
        {(items) => (
          <RowsOrCards
            items={items}
            keyOf={({ id }) => id}
            columns={hasActions ? [...COLUMNS, actionColumn(actionOf)] : COLUMNS}
            card={(mail) => <MailCard mail={mail} action={actionOf?.(mail)} />}
            isTopAligned
          />
        )}
      </ReadList>
      {mails?.length === MAILS_MAX && (
        <Text textStyle="sm" color="fg.muted">
          These are the newest {MAILS_MAX}.
        </Text>
      )}
    </Stack>
  );
};
