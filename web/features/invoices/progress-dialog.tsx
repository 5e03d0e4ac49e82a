import {
  Alert,
  Badge,
  Box,
  Button,
  Center,
  Dialog,
  HStack,
  Progress,
  Spinner,
  Stack,
  Text,
  VisuallyHidden,
} from '@chakra-ui/react';
import { Circle, CircleAlert, CircleCheck } from 'lucide-react';
import { type PdfProgress, type ProgressStep, pendingSteps } from '#shared/contract/invoices.ts';
import { formatTime } from '#shared/dates.ts';
import { Modal } from '../../components/dialog/modal.tsx';
import { BusyButton } from '../../components/form/busy-button.tsx';
import { DownloadAction } from './download-action.tsx';
import { PDF_WORDS, type PdfArea, type PdfDocument } from './shown-pdfs.ts';

const STEP_STATUSES = {
  pending: { label: 'Pending', palette: 'gray', icon: <Circle size={18} /> },
  'in-progress': { label: 'In Progress', palette: 'brand', icon: <Spinner size="xs" boxSize="18px" /> },
  completed: { label: 'Completed', palette: 'green', icon: <CircleCheck size={18} /> },
  error: { label: 'Error', palette: 'red', icon: <CircleAlert size={18} /> },
} as const;

const StepRow = ({ step }: { step: ProgressStep }) => {
  const { label, palette, icon } = STEP_STATUSES[step.status];
  const instant = step.finishedAt ?? step.startedAt;

  return (
    <HStack as="li" gap="3" py="2" colorPalette={palette}>
      <Center color={step.status === 'pending' ? 'fg.subtle' : 'colorPalette.fg'} aria-hidden>
        {icon}
      </Center>
      <Text flex="1" fontWeight={step.status === 'in-progress' ? 'semibold' : 'normal'}>
        {step.name}
      </Text>
      <Text textStyle="detail.number">{instant && formatTime(instant)}</Text>
      <Badge size="sm" minW="5.5rem" justifyContent="center">
        {label}
      </Badge>
    </HStack>
  );
};

/** Says where the mail of the document is, as its row in the mail history has it. */
const sayMail = (mail: PdfProgress['mail']): string => {
  if (!mail) {
    return 'No mail goes out.';
  }
  const { state, to, reason } = mail;
  if (state === 'sent' || state === 'delivered') {
    return to === null ? 'Mailed.' : `Mailed to ${to}.`;
  }
  if (state === 'waiting' || state === 'uncertain') {
    return 'The mail goes out now.';
  }

  return `Not mailed${reason === null ? '' : `: ${reason.charAt(0).toLowerCase()}${reason.slice(1)}`}.`;
};

interface SuccessProps extends Pick<ProgressDialogProps, 'area' | 'pdf' | 'onClose'> {
  mail: PdfProgress['mail'];
}

const Success = ({ area, pdf, mail, onClose }: SuccessProps) => (
  <>
    <Dialog.Body>
      <Center flexDirection="column" gap="2" py="4" textAlign="center" role="status">
        <Box color="fg.success" aria-hidden>
          <CircleCheck size={44} />
        </Box>
        <Text textStyle="lg" fontWeight="semibold">
          {PDF_WORDS[area].done}
        </Text>
        <Text color="fg.muted">The {PDF_WORDS[area].name.toLowerCase()} is ready for download.</Text>
        {!pdf?.isVoided && (
          <Text color="fg.muted" overflowWrap="anywhere">
            {sayMail(mail)}
          </Text>
        )}
      </Center>
    </Dialog.Body>
    <Dialog.Footer>
      <Button size="sm" variant={pdf && 'outline'} onClick={onClose}>
        Done
      </Button>
      {pdf && <DownloadAction pdf={pdf} size="sm" variant="solid" />}
    </Dialog.Footer>
  </>
);

/** Returns the sentence for a screen reader. It changes with each step and is therefore read with each step. */
const spokenProgress = ({ percent, steps }: Pick<PdfProgress, 'percent' | 'steps'>) => {
  const running = steps.find(({ status }) => status === 'in-progress');

  return `${percent}% done${running ? `, ${running.name}` : ''}`;
};

/** Says when a failed PDF is tried again automatically; says nothing about one that was given up. */
const promiseOfNextTry = ({ state, nextTryAt }: Pick<PdfProgress, 'state' | 'nextTryAt'>) => {
  if (state !== 'queued') {
    return '';
  }
  if (!nextTryAt) {
    return ' It is tried again by itself within a minute.';
  }

  return ` It is tried again by itself at about ${formatTime(nextTryAt).slice(0, 5)}, and for up to three days.`;
};

interface ProgressDialogProps {
  area: PdfArea;
  /** Undefined until the server has issued its document. */
  pdf: (PdfDocument & { isVoided?: boolean }) | undefined;
  /** Undefined until the server has answered. */
  progress: PdfProgress | undefined;
  notice: string | undefined;
  isCancelling: boolean;
  /** Missing if the PDF cannot be cancelled. */
  onCancel: (() => void) | undefined;
  onRetry: () => void;
  onClose: () => void;
}

const NOT_ANSWERED = {
  state: 'queued',
  percent: 0,
  steps: pendingSteps(),
  nextTryAt: null,
  mail: null,
} as const;

/**
 * The five steps of a PDF as the server has recorded them. Closing it does not stop the work; Cancel does, if possible.
 */
export const ProgressDialog = (props: ProgressDialogProps) => {
  const { area, pdf, progress, notice, isCancelling, onCancel, onRetry, onClose } = props;
  const { state, percent, steps, nextTryAt, mail } = progress ?? NOT_ANSWERED;
  const { title, name } = PDF_WORDS[area];
  // A failed try is shown as queued until the next one begins automatically; before that it can be started by hand.
  const failure = state !== 'running' && steps.find(({ status }) => status === 'error')?.error;

  return (
    <Modal title={title} size="md" onClose={onClose}>
      <Text px="6" pb="3" mt="-2" color="fg.muted" textStyle="number">
        {pdf ? `${name} ${pdf.number}` : `Issuing the ${name.toLowerCase()}`}
      </Text>
      {state === 'completed' ? (
        <Success area={area} pdf={pdf} mail={mail} onClose={onClose} />
      ) : (
        <>
          <Dialog.Body pt="0">
            <Progress.Root value={percent} size="sm" colorPalette={failure ? 'red' : 'brand'}>
              <HStack justify="space-between" mb="1.5">
                <Progress.Label>Overall progress</Progress.Label>
                <Progress.ValueText textStyle="number">{percent}%</Progress.ValueText>
              </HStack>
              <Progress.Track borderRadius="full">
                <Progress.Range />
              </Progress.Track>
            </Progress.Root>
            <VisuallyHidden aria-live="polite">{spokenProgress({ percent, steps })}</VisuallyHidden>
            <Stack as="ol" listStyleType="none" gap="0" mt="3">
              {steps.map((step) => (
                <StepRow key={step.name} step={step} />
              ))}
            </Stack>
            {failure && (
              <Alert.Root status="error" mt="3" role="alert">
                <Alert.Indicator />
                <Alert.Content>
                  <Alert.Title>Error Occurred</Alert.Title>
                  <Alert.Description>
                    {failure}
                    {promiseOfNextTry({ state, nextTryAt })}
                  </Alert.Description>
                </Alert.Content>
              </Alert.Root>
            )}
            {notice && (
              <Alert.Root status="info" size="sm" mt="3" role="status">
                <Alert.Indicator />
                <Alert.Title>{notice}</Alert.Title>
              </Alert.Root>
            )}
          </Dialog.Body>
          <Dialog.Footer>
            {onCancel && (!failure || state === 'queued') && (
              <BusyButton
                size="sm"
                variant="outline"
                isBusy={isCancelling}
                disabled={!progress}
                onClick={onCancel}
              >
                Cancel
              </BusyButton>
            )}
            {(failure || !onCancel) && (
              <Button size="sm" variant="outline" onClick={onClose}>
                Close
              </Button>
            )}
            {failure && (
              <Button size="sm" onClick={onRetry}>
                Try again
              </Button>
            )}
          </Dialog.Footer>
        </>
      )}
    </Modal>
  );
};
