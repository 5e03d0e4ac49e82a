import { Badge, Box, Center, Flex, Heading, HStack, Stack, Text } from '@chakra-ui/react';
import type { UseQueryResult } from '@tanstack/react-query';
import { Monitor, Smartphone } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import type { Session } from '#shared/contract/sessions.ts';
import { formatDateTime } from '#shared/dates.ts';
import { ConfirmDialog } from '../../components/dialog/confirm-dialog.tsx';
import { RelativeTime } from '../../components/facts/relative-time.tsx';
import { BusyButton } from '../../components/form/busy-button.tsx';
import { EmptyNote } from '../../components/list/empty-note.tsx';
import { ReadList } from '../../components/list/read-list.tsx';
import { SkeletonRows } from '../../components/loading/skeleton-rows.tsx';
import { useNow } from '../../lib/browser/use-now.ts';
import type { Ending } from './mutations.ts';

const PHONES = ['Android', 'iOS'];

const nameOf = ({ browser, system }: Session) =>
  [browser ?? 'Unknown browser', system].filter(Boolean).join(' on ');

/** '41.13.20.0/24' as '41.13.20.x', and '2001:db8:1:2::/64' as '2001:db8:1:2:x'. */
const wordNetwork = (address: string) => address.replace(/\.0\/24$/, '.x').replace(/::\/64$/, ':x');

const SIGNED_IN_BY: Record<Session['signedInBy'], string> = {
  password: 'with a password',
  code: 'with password and code',
  passkey: 'with a passkey',
  recovery: 'with password and recovery code',
};

interface SessionRowProps {
  session: Session;
  now: number;
  action: ReactNode;
}

const SessionRow = ({ session, now, action }: SessionRowProps) => {
  const { system, address, createdAt, lastUsedAt, signedInBy, isCurrent } = session;
  const Device = PHONES.includes(system ?? '') ? Smartphone : Monitor;

  return (
    <Flex
      as="li"
      align="center"
      gap="3"
      px={{ base: '3', md: '4' }}
      py="3"
      borderTopWidth="1px"
      _first={{ borderTopWidth: 0 }}
      bg={isCurrent ? 'brand.subtle' : undefined}
    >
      <Center
        boxSize="9"
        borderRadius="full"
        bg={isCurrent ? 'bg.panel' : 'bg.muted'}
        color={isCurrent ? 'brand.fg' : 'fg.muted'}
        flexShrink="0"
        aria-hidden
      >
        <Device size={18} />
      </Center>
      <Box flex="1" minW="0">
        <HStack gap="2" flexWrap="wrap" rowGap="0">
          <Text fontWeight="semibold" overflowWrap="anywhere">
            {nameOf(session)}
          </Text>
          {isCurrent && (
            <Badge size="sm" colorPalette="green">
              This browser
            </Badge>
          )}
        </HStack>
        {/* Sessions of the same browser differ in these times. */}
        <Text textStyle="sm">
          {isCurrent ? 'In use now' : <>Last used {<RelativeTime at={lastUsedAt} now={now} />}</>}
        </Text>
        <Text textStyle="sm">
          Signed in {formatDateTime(createdAt)}, {SIGNED_IN_BY[signedInBy]}
        </Text>
        {address && (
          <Text textStyle="detail" overflowWrap="anywhere">
            From the network {wordNetwork(address)}
          </Text>
        )}
      </Box>
      <Box _print={{ display: 'none' }}>{action}</Box>
    </Flex>
  );
};

export interface SessionWords {
  title: string;
  /** Shown if there is none. */
  none: string;
  endAll: string;
  /** The question before all are ended, and its consequence. */
  question: string;
  consequence: string;
}

interface SessionListProps {
  list: UseQueryResult<Session[]>;
  ending: Ending;
  words: SessionWords;
  headingLevel: 'h2' | 'h3';
  /** The action of this browser's session, in place of ending it. */
  currentAction?: ReactNode;
}

/** The browsers that are signed in, this one first. Each session can be ended, and all but this browser's at once. */
export const SessionList = ({ list, ending, words, headingLevel, currentAction }: SessionListProps) => {
  const { data: sessions, isFetching, refetch } = list;
  const now = useNow();
  const heading = useRef<HTMLHeadingElement>(null);
  const [isAsking, setIsAsking] = useState(false);
  const others = sessions?.filter(({ isCurrent }) => !isCurrent) ?? [];
  const current = sessions?.filter(({ isCurrent }) => isCurrent) ?? [];
  // The row of an ended session leaves the list with its button, which had the focus.
  const end = (id?: string) => ending.mutate(id, { onSettled: () => heading.current?.focus() });

  return (
    <Stack as="section" gap="3" aria-label={words.title}>
      <HStack justify="space-between" flexWrap="wrap" gap="2">
        <Heading ref={heading} as={headingLevel} size="md" tabIndex={-1} outline="none">
          {words.title}
        </Heading>
        <BusyButton
          size="sm"
          variant="outline"
          isBusy={isFetching && sessions !== undefined}
          onClick={() => refetch()}
          _print={{ display: 'none' }}
        >
          Refresh
        </BusyButton>
      </HStack>
      <ReadList
        read={list}
        items={sessions && [...current, ...others]}
        failed="The sessions could not be read"
        waiting={<SkeletonRows label="Loading the sessions" rows={2} height="6.5rem" />}
        empty={<EmptyNote icon={Monitor} title={words.none} />}
      >
        {(items) => (
          <Box
            as="ul"
            listStyleType="none"
            borderWidth="1px"
            borderRadius="l3"
            bg="bg.panel"
            overflow="hidden"
          >
            {items.map((session) => (
              <SessionRow
                key={session.id}
                session={session}
                now={now}
                action={
                  session.isCurrent ? (
                    currentAction
                  ) : (
                    <BusyButton
                      size="xs"
                      variant="outline"
                      isBusy={ending.isPending && ending.variables === session.id}
                      aria-label={`End ${nameOf(session)}, signed in ${formatDateTime(session.createdAt)}`}
                      onClick={() => end(session.id)}
                    >
                      End
                    </BusyButton>
                  )
                }
              />
            ))}
          </Box>
        )}
      </ReadList>
      {/* Below the list, because it appears with it. */}
      {others.length > 0 && (
        <BusyButton
          size="sm"
          variant="outline"
          alignSelf="flex-start"
          isBusy={ending.isPending && ending.variables === undefined}
          onClick={() => setIsAsking(true)}
          _print={{ display: 'none' }}
        >
          {words.endAll}
        </BusyButton>
      )}
      {isAsking && (
        <ConfirmDialog
          title={words.question}
          confirmLabel={words.endAll}
          onConfirm={() => {
            setIsAsking(false);
            end();
          }}
          onCancel={() => setIsAsking(false)}
          finalFocus={() => (ending.isPending ? heading.current : null)}
        >
          {words.consequence}
        </ConfirmDialog>
      )}
    </Stack>
  );
};
