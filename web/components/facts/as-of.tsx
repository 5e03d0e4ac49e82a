import { HStack, Text } from '@chakra-ui/react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { dayAfter, formatDateTime } from '#shared/dates.ts';
import { showError } from '../../lib/browser/toast.ts';
import { enterScreen, isMoney } from '../../lib/reads/fresh-money.ts';
import { BusyButton } from '../form/busy-button.tsx';

const tellTime = (at: number) => {
  const full = formatDateTime(new Date(at).toISOString());

  return dayAfter(new Date(at), 0) === dayAfter(new Date(), 0) ? full.slice(-'21:16'.length) : full;
};

/** Reads all money on the screen again. */
const useRefreshMoney = () => {
  const queryClient = useQueryClient();

  return useMutation({
    mutationFn: () => {
      enterScreen();

      return queryClient.refetchQueries({ type: 'active', predicate: isMoney }, { throwOnError: true });
    },
    onError: showError('The amounts could not be read again'),
  });
};

/**
 * Says as of when the amounts beside it are known, and reads all money on the screen again. `at` is in ms, and 0 while
 * nothing is known; then the line keeps its place.
 */
export const AsOf = ({ at }: { at: number }) => {
  const refresh = useRefreshMoney();

  return (
    <HStack
      gap="1"
      h="6"
      textStyle="sm"
      color="fg.muted"
      whiteSpace="nowrap"
      visibility={at > 0 ? undefined : 'hidden'}
    >
      <Text>as of {at > 0 && tellTime(at)}</Text>
      <BusyButton
        size="2xs"
        variant="ghost"
        colorPalette="brand"
        position="relative"
        // A finger hits it also above and below the line.
        _after={{ content: '""', position: 'absolute', insetX: '0', insetY: '-2.5' }}
        isBusy={refresh.isPending}
        onClick={() => refresh.mutate()}
        _print={{ display: 'none' }}
      >
        Refresh
      </BusyButton>
    </HStack>
  );
};
