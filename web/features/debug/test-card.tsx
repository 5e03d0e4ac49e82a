import { Button, Card, Skeleton, Text, VisuallyHidden } from '@chakra-ui/react';
import type { KeptDebugResult } from '#shared/contract/debug.ts';
import { formatDateTime } from '#shared/dates.ts';
import { BusyButton } from '../../components/busy-button.tsx';
import { OutcomeBadge } from './run-result.tsx';
import { tellOutcome, tellWho } from './run-text.ts';

interface TestCardProps {
  label: string;
  isRunning: boolean;
  /** Another test runs. */
  isHeld: boolean;
  /** The last result; undefined before the first. */
  kept: KeptDebugResult | undefined;
  /** Whether it is known if there is one. */
  isKnown: boolean;
  isShown: boolean;
  onRun: () => void;
  onShow: () => void;
}

const LastResult = ({ label, kept, isShown, onShow }: TestCardProps & { kept: KeptDebugResult }) => (
  <Button
    variant={isShown ? 'subtle' : 'ghost'}
    colorPalette="gray"
    size="sm"
    h="auto"
    px="2"
    py="1.5"
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
      by {tellWho(kept)}, {formatDateTime(kept.results.timestamp)}
    </Text>
  </Button>
);

/** The button of a test, and its last result, which it shows on a click. */
export const TestCard = (props: TestCardProps) => {
  const { label, isRunning, isHeld, kept, isKnown, onRun } = props;

  return (
    <Card.Root as="li" size="sm" variant="outline">
      <Card.Body gap="1" p="2">
        <BusyButton size="sm" variant="outline" isBusy={isRunning} disabled={isHeld} onClick={onRun}>
          {label}
        </BusyButton>
        {kept && <LastResult {...props} kept={kept} />}
        {!kept && isKnown && (
          <Text textStyle="detail" px="2" py="1.5">
            Not run yet
          </Text>
        )}
        {!kept && !isKnown && <Skeleton h="8" css={{ animation: 'fade-in 150ms 200ms both' }} />}
      </Card.Body>
    </Card.Root>
  );
};
