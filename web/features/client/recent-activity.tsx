import { Box, Center, Flex, Stack, Text } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { CreditCard, History, LifeBuoy, LogIn, Settings2 } from 'lucide-react';
import { formatDateTime } from '#shared/dates.ts';
import { EmptyNote } from '../../components/empty-note.tsx';
import { LoadError } from '../../components/load-error.tsx';
import { SkeletonRows } from '../../components/skeleton-rows.tsx';
import { clientActivitiesQuery } from './queries.ts';

const ICONS = { login: LogIn, payment: CreditCard, support: LifeBuoy, service_change: Settings2 } as const;

export const RecentActivity = () => {
  const { data: activities, error, refetch } = useQuery(clientActivitiesQuery);

  if (error) return <LoadError title="Your activity could not be read" error={error} onRetry={refetch} />;
  if (!activities) return <SkeletonRows label="Loading activity" rows={4} height="10" />;
  if (activities.length === 0) {
    return (
      <EmptyNote icon={History} title="No activity yet">
        Sign-ins, invoices and changes to your services appear here.
      </EmptyNote>
    );
  }

  return (
    <Stack as="ul" gap="4" listStyleType="none">
      {activities.map(({ id, activityType, description, date }) => {
        const ActivityIcon = ICONS[activityType];

        return (
          <Flex as="li" key={id} gap="3" align="flex-start">
            <Center
              boxSize="8"
              borderRadius="full"
              bg="brand.subtle"
              color="brand.fg"
              flexShrink="0"
              aria-hidden
            >
              <ActivityIcon size={16} />
            </Center>
            <Box minW="0">
              <Text textStyle="sm" overflowWrap="anywhere">
                {description}
              </Text>
              <Text textStyle="xs" color="fg.muted">
                {formatDateTime(date)}
              </Text>
            </Box>
          </Flex>
        );
      })}
    </Stack>
  );
};
