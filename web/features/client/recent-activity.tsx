import { Box, Button, Center, Link as ChakraLink, Flex, Stack, Text } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CreditCard, History, LifeBuoy, LogIn, Settings2 } from 'lucide-react';
import { useState } from 'react';
import { RelativeTime } from '../../components/facts/relative-time.tsx';
import { EmptyNote } from '../../components/list/empty-note.tsx';
import { LoadError } from '../../components/loading/load-error.tsx';
import { SkeletonRows } from '../../components/loading/skeleton-rows.tsx';
import { useNow } from '../../lib/browser/use-now.ts';
import { type ActivityGroup, groupSignIns } from './group-sign-ins.ts';
import { clientActivitiesQuery } from './queries.ts';

const ICONS = { login: LogIn, payment: CreditCard, support: LifeBuoy, service_change: Settings2 } as const;

/** The section that shows what an activity is about; a sign-in has none. */
const SECTIONS = { payment: 'invoices', support: 'support', service_change: 'services' } as const;

/** The number of activities that are shown until the client opens all. */
const FIRST_SHOWN = 6;

const ActivityRow = ({ activity, count, now }: ActivityGroup & { now: number }) => {
  const { activityType, description, date } = activity;
  const ActivityIcon = ICONS[activityType];
  const isSignIn = activityType === 'login';

  return (
    <Flex as="li" gap="3" align="flex-start">
      <Center
        boxSize="8"
        borderRadius="full"
        {...(isSignIn ? { color: 'fg.subtle' } : { bg: 'brand.subtle', color: 'brand.fg' })}
        flexShrink="0"
        aria-hidden
      >
        <ActivityIcon size={16} />
      </Center>
      <Box minW="0">
        <Text textStyle="sm" overflowWrap="anywhere" {...(isSignIn && { color: 'fg.muted' })}>
          {isSignIn ? (
            <>
              {description}
              {count > 1 && ` ${count} times`}
            </>
          ) : (
            <ChakraLink asChild color="fg">
              <Link to="/client" search={{ section: SECTIONS[activityType] }}>
                {description}
              </Link>
            </ChakraLink>
          )}
        </Text>
        <Text textStyle="detail">
          <RelativeTime at={date} now={now} />
        </Text>
      </Box>
    </Flex>
  );
};

export const RecentActivity = () => {
  const [isWhole, setIsWhole] = useState(false);
  const now = useNow();
  const { data: activities, error, refetch } = useQuery(clientActivitiesQuery);

  if (error) {
    return <LoadError title="Your activity could not be read" error={error} onRetry={refetch} />;
  }
  if (!activities) {
    return <SkeletonRows label="Loading activity" rows={6} height="10" />;
  }
  if (activities.length === 0) {
    return (
      <EmptyNote icon={History} title="No activity yet">
        Sign-ins, invoices and changes to your services appear here.
      </EmptyNote>
    );
  }

  const groups = groupSignIns(activities);
  const shown = isWhole ? groups : groups.slice(0, FIRST_SHOWN);

  return (
    <Stack gap="4">
      <Stack as="ul" gap="4" listStyleType="none">
        {shown.map((group) => (
          <ActivityRow key={group.activity.id} {...group} now={now} />
        ))}
      </Stack>
      {groups.length > FIRST_SHOWN && (
        <Button
          size="xs"
          variant="ghost"
          alignSelf="flex-start"
          ms="-2.5"
          onClick={() => setIsWhole(!isWhole)}
        >
          {isWhole ? 'Show fewer' : `Show all ${groups.length}`}
        </Button>
      )}
    </Stack>
  );
};
