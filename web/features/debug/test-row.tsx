import { Button, chakra, Skeleton, Stack, Text, VisuallyHidden } from '@chakra-ui/react';
import type { KeptDebugResult } from '#shared/contract/debug.ts';
import { formatDateTime } from '#shared/dates.ts';
import { BusyButton } from '../../components/form/busy-button.tsx';
import { OutcomeBadge } from './run-result.tsx';
import { tellOutcome, tellWho } from './run-text.ts';

interface TestRowProps {
  label: string;
  isRunning: boolean;
  /** True while another test runs. */
  isHeld: boolean;
  /** The last result; undefined before the first. */
  kept: KeptDebugResult | undefined;
  /** True once it is known if there is a last result. */
  isKnown: boolean;
  isShown: boolean;
  onRun: () => void;
  onShow: () => void;
}

const Moment = chakra('span', { base: { whiteSpace: 'nowrap' } });

const LastResult = ({ label, kept, isShown, onShow }: TestRowProps & { kept: KeptDebugResult }) => (
  <Button
    variant={isShown ? 'subtle' : 'ghost'}
    colorPalette="gray"
    size="sm"
    h="auto"
    px="2"
    py="1.5"
    flex={{ md: '1' }}
    minW="0"
    justifyContent="flex-start"
    whiteSpace="normal"
    textAlign="start"
    fontWeight="normal"
    aria-pressed={isShown}
    onClick={onShow}
  >
    <VisuallyHidden>Last result of {label}: </VisuallyHidden>
    <OutcomeBadge outcome={tellOutcome(kept)} />
    <Text as="span" textStyle="detail.number" flex="1" minW="0">
      by {tellWho(kept)}, <Moment>{formatDateTime(kept.results.timestamp)}</Moment>
    </Text>
  </Button>
);

/** The button of a test, and a button that shows its last result. */
export const TestRow = (props: TestRowProps) => {
  const { label, isRunning, isHeld, kept, isKnown, onRun } = props;

  return (
    <Stack as="li" direction={{ base: 'column', md: 'row' }} gap="1" align={{ md: 'center' }}>
      <BusyButton
        size="sm"
        variant="outline"
        minW="12.5rem"
        isBusy={isRunning}
        disabled={isHeld}
        onClick={onRun}
      >
        {label}
      </BusyButton>
      {kept && <LastResult {...props} kept={kept} />}
      {!kept && isKnown && (
        <Text textStyle="detail" px="2" py="1.5">
          Not run yet
        </Text>
      )}
      {!kept && !isKnown && (
        <Skeleton flex={{ md: '1' }} h="7" css={{ animation: 'fade-in 150ms 200ms both' }} />
      )}
    </Stack>
  );
};
