import {
  Alert,
  Button,
  chakra,
  Dialog,
  Input,
  NativeSelect,
  SimpleGrid,
  Skeleton,
  Stack,
} from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { type Control, type UseFormReturn, useController, useWatch } from 'react-hook-form';
import { TAG_LENGTH_MAX, TAGS_MAX } from '#shared/contract/limits.ts';
import type { NewTicket, SupportGroup } from '#shared/contract/tickets.ts';
import { PRIORITY_DEFAULT, TICKET_PRIORITIES } from '#shared/tickets/ticket-codes.ts';
import { DialogFooter } from '../../../components/dialog/dialog-footer.tsx';
import { Modal } from '../../../components/dialog/modal.tsx';
import { useUnsavedWork } from '../../../components/dialog/unsaved-work.tsx';
import { FormField } from '../../../components/form/form-field.tsx';
import { RefusalNote } from '../../../components/form/refusal-note.tsx';
import { TextArea } from '../../../components/form/text-area.tsx';
import { AfterAMoment } from '../../../components/loading/after-a-moment.tsx';
import { SkeletonFooter } from '../../../components/loading/skeleton-footer.tsx';
import { useContentKey } from '../../../lib/forms/idempotency-key.ts';
import { showFieldErrors } from '../../../lib/forms/show-field-errors.ts';
import { useStoredDraft } from '../../../lib/forms/use-stored-draft.ts';
import { useZodForm } from '../../../lib/forms/use-zod-form.ts';
import { wordNextStep } from '../../../lib/reads/api-error.ts';
import { useCreateTicket } from '../mutations.ts';
import { supportGroupsQuery, supportStatusQuery } from '../queries.ts';
import { TicketTags } from '../ticket-badges.tsx';
import { splitTags } from './split-tags.ts';
import { type TicketForm, ticketForm } from './ticket-form.ts';

/** The purpose of the ticket; one for a change of the client's details is prefilled. */
export type TicketPurpose = 'any' | 'profile';

const BEGINNINGS = {
  any: { subject: '', description: '' },
  profile: {
    subject: 'Change of my details',
    description: 'Please change this in my details:\n\nWhat it says now: \nWhat it should say: ',
  },
} as const;

const isAdministration = ({ name }: SupportGroup) => name.toLowerCase().includes('administration');

const makeForm = (
  {
    purpose,
    initialSubject,
    initialDescription,
  }: Pick<CreateTicketDialogProps, 'purpose' | 'initialSubject' | 'initialDescription'>,
  groups: readonly SupportGroup[],
): TicketForm => {
  const department = purpose === 'profile' ? groups.find(isAdministration)?.id : undefined;

  return {
    ...BEGINNINGS[purpose],
    ...(initialSubject && { subject: initialSubject }),
    ...(initialDescription && { description: initialDescription }),
    department: department === undefined ? '' : String(department),
    priority: String(PRIORITY_DEFAULT),
    tags: '',
  };
};

type FormControl = Control<TicketForm, unknown, NewTicket>;

/** Keeps the message of a focused field above the footer, also on a phone whose keyboard is open. */
const ROOM_FOR_ERROR = { scrollPaddingBlock: '4rem' };

interface SelectFieldProps {
  control: FormControl;
  name: 'department' | 'priority';
  label: string;
  hint?: ReactNode;
  choices: readonly (readonly [value: string, words: string])[];
}

const SelectField = ({ control, name, label, hint, choices }: SelectFieldProps) => {
  const { field, fieldState } = useController({ control, name });

  return (
    <FormField label={label} error={fieldState.error?.message} hint={hint}>
      <NativeSelect.Root size="sm">
        <NativeSelect.Field {...field}>
          {choices.map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </NativeSelect.Field>
        <NativeSelect.Indicator />
      </NativeSelect.Root>
    </FormField>
  );
};

/** The tags, which most tickets do not need, behind a button. What was typed there is always shown. */
const TagsField = ({ form }: { form: UseFormReturn<TicketForm, unknown, NewTicket> }) => {
  const [isOpen, setIsOpen] = useState(false);
  const typed = useWatch({ control: form.control, name: 'tags' });
  const error = form.formState.errors.tags?.message;

  if (!isOpen && !error && typed === '') {
    return (
      <Button
        size="xs"
        variant="ghost"
        alignSelf="flex-start"
        ms="-2.5"
        aria-expanded={false}
        onClick={() => {
          flushSync(() => setIsOpen(true));
          form.setFocus('tags');
        }}
      >
        More <ChevronDown />
      </Button>
    );
  }

  return (
    <Stack gap="2" onFocus={() => setIsOpen(true)}>
      <FormField
        label="Tags"
        error={error}
        hint={`Separated by commas; at most ${TAGS_MAX}, each of ${TAG_LENGTH_MAX} characters.`}
      >
        <Input size="sm" autoComplete="off" placeholder="router, slow" {...form.register('tags')} />
      </FormField>
      <TicketTags tags={splitTags(typed)} label="These tags" />
    </Stack>
  );
};

interface CreateTicketFormProps extends Omit<CreateTicketDialogProps, 'isPreparing'> {
  groups: readonly SupportGroup[];
  /** True if the departments could not be read. */
  isWithoutGroups: boolean;
}

/** What the form says above its fields: the helpdesk does not answer, or the ticket was refused. */
const FormNotes = ({ error }: { error: Error | null }) => {
  const { data: status } = useQuery(supportStatusQuery);

  return (
    <>
      {status?.state === 'down' && (
        <Alert.Root status="warning" size="sm">
          <Alert.Indicator />
          <Alert.Title fontWeight="medium">
            The helpdesk does not answer just now. Your ticket is sent as soon as it is back.
          </Alert.Title>
        </Alert.Root>
      )}
      <RefusalNote title="What you typed is still here" error={error} next={wordNextStep(error)} />
    </>
  );
};

const CreateTicketForm = (props: CreateTicketFormProps) => {
  const { purpose, initialSubject, groups, isWithoutGroups, onCreated, onClose } = props;
  const { keyFor } = useContentKey();
  const form = useZodForm(ticketForm, makeForm(props, groups));
  const forgetDraft = useStoredDraft(`new-ticket-${initialSubject ?? purpose}`, form);
  const { register, control, formState, setFocus, getValues } = form;
  const { errors } = formState;
  const create = useCreateTicket();
  const unsavedWork = useUnsavedWork(formState.isDirty, { onDiscard: forgetDraft });

  // If the departments arrived after the dialog opened, it has already focused something else.
  useEffect(() => setFocus(getValues('subject') === '' ? 'subject' : 'description'), [setFocus, getValues]);

  const save = form.handleSubmit((body) =>
    create.mutate(
      { body, idempotencyKey: keyFor(body) },
      {
        onSuccess: ({ id }) => {
          forgetDraft();
          unsavedWork.release();
          onCreated(id);
        },
        onError: (error) => showFieldErrors(form, error),
      },
    ),
  );

  return (
    <chakra.form display="contents" noValidate onSubmit={save}>
      <Dialog.Body css={ROOM_FOR_ERROR}>
        <Stack gap="4">
          <FormNotes error={create.error} />
          <FormField label="Subject" error={errors.subject?.message} isRequired>
            <Input size="sm" autoComplete="off" {...register('subject')} />
          </FormField>
          <FormField label="Description" error={errors.description?.message} isRequired>
            <TextArea rows={7} {...register('description')} />
          </FormField>
          <SimpleGrid templateColumns="minmax(0, 3fr) minmax(0, 2fr)" gap="4" alignItems="start">
            <SelectField
              control={control}
              name="department"
              label="Department"
              choices={[['', 'No preference'], ...groups.map(({ id, name }) => [String(id), name] as const)]}
              hint={isWithoutGroups && 'The departments could not be read; we pass your ticket on.'}
            />
            <SelectField
              control={control}
              name="priority"
              label="Priority"
              choices={Object.entries(TICKET_PRIORITIES)}
            />
          </SimpleGrid>
          <TagsField form={form} />
        </Stack>
      </Dialog.Body>
      <DialogFooter onCancel={onClose} isBusy={create.isPending}>
        Create Ticket
      </DialogFooter>
      {unsavedWork.guard}
    </chakra.form>
  );
};

/** Skeletons of the form's fields, at their final height. */
const LoadingForm = () => (
  <>
    <Dialog.Body>
      <AfterAMoment label="Loading the departments">
        <Stack gap="4">
          <Skeleton height="3.875rem" />
          <Skeleton height={{ base: '13.25rem', md: '11.9375rem' }} />
          <SimpleGrid templateColumns="3fr 2fr" gap="4">
            <Skeleton height="3.875rem" />
            <Skeleton height="3.875rem" />
          </SimpleGrid>
          <Skeleton height="8" width="16" />
        </Stack>
      </AfterAMoment>
    </Dialog.Body>
    <SkeletonFooter />
  </>
);

interface CreateTicketDialogProps {
  purpose: TicketPurpose;
  /** The subject and the description that the form begins with. */
  initialSubject?: string | undefined;
  initialDescription?: string | undefined;
  /** True until it is known how the form begins. */
  isPreparing?: boolean;
  /** Gets the id of the new ticket, which is negative if it waits to be sent. */
  onCreated: (ticketId: number) => void;
  onClose: () => void;
}

/** Waits for the departments, so that the form starts with the right one selected. */
export const CreateTicketBody = ({ isPreparing = false, ...props }: CreateTicketDialogProps) => {
  const { data: groups = [], isPending, isError } = useQuery(supportGroupsQuery);
  if (isPending || isPreparing) {
    return <LoadingForm />;
  }

  return <CreateTicketForm {...props} groups={groups} isWithoutGroups={isError} />;
};

/** The new ticket's dialog, which opens as this one closes: focus outside of it would close it again. */
const findNextDialog = () => [...document.querySelectorAll<HTMLElement>('[role=dialog]')].at(-1) ?? null;

export const CreateTicketDialog = (props: CreateTicketDialogProps) => {
  const isCreated = useRef(false);
  const onCreated = (ticketId: number) => {
    isCreated.current = true;
    props.onCreated(ticketId);
  };

  return (
    <Modal
      title="Create Ticket"
      finalFocus={() => (isCreated.current ? findNextDialog() : null)}
      onClose={props.onClose}
    >
      <CreateTicketBody {...props} onCreated={onCreated} />
    </Modal>
  );
};
