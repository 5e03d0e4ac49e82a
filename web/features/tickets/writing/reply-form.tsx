import { Button, chakra, HStack, Kbd, Stack, Text } from '@chakra-ui/react';
import { type KeyboardEvent, useEffect } from 'react';
import { useWatch } from 'react-hook-form';
import { REPLY_LENGTH_MAX } from '#shared/contract/limits.ts';
import { newReply } from '#shared/contract/tickets.ts';
import { useUnsavedWork } from '../../../components/dialog/unsaved-work.tsx';
import { BusyButton } from '../../../components/form/busy-button.tsx';
import { FormField } from '../../../components/form/form-field.tsx';
import { TextArea } from '../../../components/form/text-area.tsx';
import { useContentKey } from '../../../lib/forms/idempotency-key.ts';
import { showFieldErrors } from '../../../lib/forms/show-field-errors.ts';
import { storeDraft } from '../../../lib/forms/stored-drafts.ts';
import { useStoredDraft } from '../../../lib/forms/use-stored-draft.ts';
import { useZodForm } from '../../../lib/forms/use-zod-form.ts';
import { useUser } from '../../../lib/session/session.ts';
import { useReplyToTicket } from '../mutations.ts';
import { replyDraft } from './reply-draft.ts';

/** The length from which on the form shows how much room is left. */
const COUNTED_FROM = REPLY_LENGTH_MAX * 0.9;

const IS_MAC = /Mac|iPhone|iPad/.test(navigator.userAgent);

const wordCount = (length: number): string =>
  length > REPLY_LENGTH_MAX
    ? `${length - REPLY_LENGTH_MAX} characters too many`
    : `${REPLY_LENGTH_MAX - length} characters left`;

interface ReplyFormProps {
  ticketId: number;
  /** True if the client opened the form, and so wants to type at once. */
  hasFocus: boolean;
  onWritingChange: (isWriting: boolean) => void;
  /** Hides the form; without it the form is always there. */
  onCancel: (() => void) | undefined;
}

const useReplyForm = (ticketId: number) => {
  const { User_Id: userId } = useUser();
  const form = useZodForm(newReply, { body: '' });
  const forgetDraft = useStoredDraft(replyDraft(ticketId), form);
  const reply = useReplyToTicket(ticketId);
  const { keyFor, renew } = useContentKey();

  /** Clears the box for the next reply at once; until the answer, this reply is kept as a draft. */
  const send = form.handleSubmit(async ({ body }) => {
    form.setFocus('body');
    form.reset({ body: '' });
    storeDraft(userId, replyDraft(ticketId), { body });

    try {
      await reply.mutateAsync({ body, idempotencyKey: keyFor(body) });
      renew();
      if (form.getValues('body') === '') {
        forgetDraft();
      }
    } catch (error) {
      const texts = [body, form.getValues('body')].filter((text) => text !== '');
      form.setValue('body', texts.join('\n\n'), { shouldDirty: true });
      if (error instanceof Error) {
        showFieldErrors(form, error);
      }
    }
  });

  return { form, send, forgetDraft, isSending: reply.isPending };
};

/** The form for a reply to the agents. Typed text outlives a reload and an ended session. */
export const ReplyForm = ({ ticketId, hasFocus, onWritingChange, onCancel }: ReplyFormProps) => {
  const { form, send, forgetDraft, isSending } = useReplyForm(ticketId);
  const { register, control, formState } = form;
  const { length } = useWatch({ control, name: 'body' }).trim();
  const unsavedWork = useUnsavedWork(formState.isDirty, { onDiscard: forgetDraft });
  const isWriting = formState.isDirty || isSending;

  useEffect(() => {
    onWritingChange(isWriting);
    return () => onWritingChange(false);
  }, [isWriting, onWritingChange]);

  const sendByKeys = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) {
      return;
    }

    event.preventDefault();
    if (!isSending) {
      void send();
    }
  };

  return (
    <chakra.form noValidate onSubmit={send} onKeyDown={sendByKeys} _print={{ display: 'none' }}>
      <Stack gap="3">
        <FormField
          label="Your reply"
          error={formState.errors.body?.message}
          hint={length >= COUNTED_FROM && wordCount(length)}
        >
          <TextArea rows={5} autoFocus={hasFocus} {...register('body')} />
        </FormField>
        <HStack justify="flex-end" flexWrap="wrap" gap="2">
          <Text textStyle="detail" me="auto" hideBelow="sm">
            <Kbd size="sm">{IS_MAC ? '⌘' : 'Ctrl'}</Kbd> <Kbd size="sm">Enter</Kbd> sends
          </Text>
          {onCancel && (
            <Button
              size="sm"
              variant="outline"
              disabled={isSending}
              onClick={() => unsavedWork.leave(onCancel)}
            >
              Cancel
            </Button>
          )}
          <BusyButton size="sm" type="submit" isBusy={isSending}>
            Send Reply
          </BusyButton>
        </HStack>
      </Stack>
      {unsavedWork.guard}
    </chakra.form>
  );
};
