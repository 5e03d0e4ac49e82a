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
import { zodResolver } from '@hookform/resolvers/zod';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { type Control, useController, useForm, useWatch } from 'react-hook-form';
import { TAG_LENGTH_MAX, TAGS_MAX } from '#shared/contract/limits.ts';
import type { NewTicket, SupportGroup } from '#shared/contract/tickets.ts';
import { PRIORITY_DEFAULT, TICKET_PRIORITIES } from '#shared/ticket-codes.ts';
import { AfterAMoment } from '../../../components/after-a-moment.tsx';
import { BusyButton } from '../../../components/busy-button.tsx';
import { FormField } from '../../../components/form-field.tsx';
import { Modal } from '../../../components/modal.tsx';
import { SkeletonFooter } from '../../../components/skeleton-footer.tsx';
import { TextArea } from '../../../components/text-area.tsx';
import { useUnsavedWork } from '../../../components/unsaved-work.tsx';
import { useContentKey } from '../../../lib/idempotency-key.ts';
import { showFieldErrors } from '../../../lib/show-field-errors.ts';
import { useStoredDraft } from '../../../lib/use-stored-draft.ts';
import { useCreateTicket } from '../api/create-ticket.ts';
import { supportGroupsQuery } from '../api/list-support-groups.ts';
import { supportStatusQuery } from '../api/read-support-status.ts';
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

const makeForm = (purpose: TicketPurpose, groups: readonly SupportGroup[]): TicketForm => {
  const department = purpose === 'profile' ? groups.find(isAdministration)?.id : undefined;

  return {
    ...BEGINNINGS[purpose],
    department: department === undefined ? '' : String(department),
    priority: String(PRIORITY_DEFAULT),
    tags: '',
  };
};

interface SelectFieldProps {
  control: Control<TicketForm, unknown, NewTicket>;
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

interface CreateTicketFormProps {
  purpose: TicketPurpose;
  groups: readonly SupportGroup[];
  /** True if the departments could not be read. */
  isWithoutGroups: boolean;
  onClose: () => void;
}

const CreateTicketForm = ({ purpose, groups, isWithoutGroups, onClose }: CreateTicketFormProps) => {
  const { keyFor } = useContentKey();
  const form = useForm<TicketForm, unknown, NewTicket>({
    resolver: zodResolver(ticketForm),
    defaultValues: makeForm(purpose, groups),
  });
  const forgetDraft = useStoredDraft(`new-ticket-${purpose}`, form);
  const { register, control, formState, setFocus } = form;
  const { errors } = formState;
  const tags = splitTags(useWatch({ control, name: 'tags' }));
  const create = useCreateTicket();
  const { data: status } = useQuery(supportStatusQuery);
  const unsavedWork = useUnsavedWork(formState.isDirty, forgetDraft);

  // If the departments arrived after the dialog opened, it has already focused something else.
  useEffect(() => setFocus('department'), [setFocus]);

  const save = form.handleSubmit((body) =>
    create.mutate(
      { body, idempotencyKey: keyFor(body) },
      {
        onSuccess: () => {
          forgetDraft();
          unsavedWork.release();
          onClose();
        },
        onError: (error) => showFieldErrors(form, error),
      },
    ),
  );

  return (
    <chakra.form display="contents" noValidate onSubmit={save}>
      <Dialog.Body>
        <Stack gap="4">
          {status?.state === 'down' && (
            <Alert.Root status="warning" size="sm">
              <Alert.Indicator />
              <Alert.Title fontWeight="medium">
                The helpdesk does not answer just now. Your ticket is sent as soon as it is back.
              </Alert.Title>
            </Alert.Root>
          )}
          {create.error && (
            <Alert.Root status="error" size="sm" role="alert">
              <Alert.Indicator />
              <Alert.Title fontWeight="medium">{create.error.message}</Alert.Title>
            </Alert.Root>
          )}
          <SimpleGrid columns={{ base: 1, sm: 2 }} gap="4" alignItems="start">
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
          <FormField label="Subject" error={errors.subject?.message} isRequired>
            <Input size="sm" autoComplete="off" {...register('subject')} />
          </FormField>
          <FormField label="Description" error={errors.description?.message} isRequired>
            <TextArea rows={7} {...register('description')} />
          </FormField>
          <Stack gap="2">
            <FormField
              label="Tags"
              error={errors.tags?.message}
              hint={`Separated by commas; at most ${TAGS_MAX}, each of ${TAG_LENGTH_MAX} characters.`}
            >
              <Input size="sm" autoComplete="off" placeholder="router, slow" {...register('tags')} />
            </FormField>
            <TicketTags tags={tags} label="These tags" />
          </Stack>
        </Stack>
      </Dialog.Body>
      <Dialog.Footer>
        <Button size="sm" variant="outline" onClick={onClose}>
          Cancel
        </Button>
        <BusyButton size="sm" type="submit" isBusy={create.isPending}>
          Create Ticket
        </BusyButton>
      </Dialog.Footer>
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
          <SimpleGrid columns={{ base: 1, sm: 2 }} gap="4">
            <Skeleton height="3.875rem" />
            <Skeleton height="3.875rem" />
          </SimpleGrid>
          <Skeleton height="3.875rem" />
          <Skeleton height={{ base: '13.25rem', md: '11.9375rem' }} />
          <Skeleton height={{ base: '6.25rem', sm: '5.25rem' }} />
        </Stack>
      </AfterAMoment>
    </Dialog.Body>
    <SkeletonFooter />
  </>
);

interface CreateTicketDialogProps {
  purpose: TicketPurpose;
  onClose: () => void;
}

/** Waits for the departments, so that the form starts with the right one selected. */
export const CreateTicketBody = ({ purpose, onClose }: CreateTicketDialogProps) => {
  const { data: groups = [], isPending, isError } = useQuery(supportGroupsQuery);
  if (isPending) {
    return <LoadingForm />;
  }

  return <CreateTicketForm purpose={purpose} groups={groups} isWithoutGroups={isError} onClose={onClose} />;
};

export const CreateTicketDialog = (props: CreateTicketDialogProps) => (
  <Modal title="Create Ticket" onClose={props.onClose}>
    <CreateTicketBody {...props} />
  </Modal>
);
