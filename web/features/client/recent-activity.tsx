import { Box, Button, Center, Flex, Stack, Text } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { CreditCard, History, LifeBuoy, LogIn, Settings2 } from 'lucide-react';
import { useState } from 'react';
import type { Activity } from '#shared/contract/client.ts';
import { formatDateTime } from '#shared/dates.ts';
import { EmptyNote } from '../../components/empty-note.tsx';
import { LoadError } from '../../components/load-error.tsx';
import { SkeletonRows } from '../../components/skeleton-rows.tsx';
import { clientActivitiesQuery } from './queries.ts';

const ICONS = { login: LogIn, payment: CreditCard, support: LifeBuoy, service_change: Settings2 } as const;

/** The number of activities that are shown until the client opens all. */
const FIRST_SHOWN = 6;

const ActivityRow = ({ activityType, description, date }: Activity) => {
  const ActivityIcon = ICONS[activityType];

  return (
    <Flex as="li" gap="3" align="flex-start">
      <Center boxSize="8" borderRadius="full" bg="brand.subtle" color="brand.fg" flexShrink="0" aria-hidden>
        <ActivityIcon size={16} />
      </Center>
      <Box minW="0">
        <Text textStyle="sm" overflowWrap="anywhere">
          {description}
        </Text>
        <Text textStyle="detail">{formatDateTime(date)}</Text>
      </Box>
    </Flex>
  );
};

export const RecentActivity = () => {
  const [isWhole, setIsWhole] = useState(false);
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

  const shown = isWhole ? activities : activities.slice(0, FIRST_SHOWN);

  return (
    <Stack gap="4">
      <Stack as="ul" gap="4" listStyleType="none">
        {shown.map((activity) => (
          <ActivityRow key={activity.id} {...activity} />
        ))}
      </Stack>
      {shown.length < activities.length && (
        <Button size="xs" variant="ghost" alignSelf="flex-start" ms="-2.5" onClick={() => setIsWhole(true)}>
          Show all {activities.length}
        </Button>
      )}
    </Stack>
  );
};
