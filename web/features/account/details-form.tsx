import { Box, Button, Card, chakra, HStack, Input, type InputProps, SimpleGrid } from '@chakra-ui/react';
import { useState } from 'react';
import { FormProvider, useFormContext, useWatch } from 'react-hook-form';
import type { OwnUser } from '#shared/contract/auth.ts';
import { phoneWarning, postalCodeWarning } from '#shared/number-rules.ts';
import { type EditConflict, EditConflictNotice } from '../../components/dialog/edit-conflict.tsx';
import { useUnsavedWork } from '../../components/dialog/unsaved-work.tsx';
import { BusyButton } from '../../components/form/busy-button.tsx';
import { FieldWarning } from '../../components/form/field-warning.tsx';
import { FormField } from '../../components/form/form-field.tsx';
import { RefusalNote } from '../../components/form/refusal-note.tsx';
import { compareEdits } from '../../lib/forms/compare-edits.ts';
import { useDraft } from '../../lib/forms/drafts.ts';
import { printableWarning } from '../../lib/forms/printable-warning.ts';
import { showFieldErrors } from '../../lib/forms/show-field-errors.ts';
import type { Search } from '../../lib/forms/use-form-at.ts';
import { useZodForm } from '../../lib/forms/use-zod-form.ts';
import { useUpdateAccount } from './mutations.ts';
import {
  changedDetails,
  currentOwnUserOf,
  type EditedDetails,
  OWN_FIELD_LABELS,
  OWN_FIELDS,
  type OwnField,
  type OwnForm,
  ownForm,
  ownFormValues,
} from './own-form.ts';

interface DetailFieldProps extends Pick<InputProps, 'type'> {
  name: OwnField;
  /** The token by which browsers fill the field in. */
  autoComplete: string;
  isRequired?: boolean;
  /** Says what looks wrong; the value may still be saved. */
  warn?: (text: string) => string | undefined;
}

const DetailField = ({ name, isRequired = false, warn, ...input }: DetailFieldProps) => {
  const { register, control, formState } = useFormContext<OwnForm, unknown, EditedDetails>();
  const warning = warn?.(useWatch({ control, name }) ?? '');

  return (
    <FormField
      label={OWN_FIELD_LABELS[name]}
      isRequired={isRequired}
      error={formState.errors[name]?.message}
      hint={warning && <FieldWarning>{warning}</FieldWarning>}
    >
      <Input size="sm" {...input} {...register(name)} />
    </FormField>
  );
};

const DetailFields = () => (
  <SimpleGrid columns={{ base: 1, sm: 2 }} columnGap="4" rowGap="3" alignItems="start">
    <DetailField name="User_Name" isRequired autoComplete="given-name" warn={printableWarning} />
    <DetailField name="User_Surname" isRequired autoComplete="family-name" warn={printableWarning} />
    <DetailField name="User_Mobile" isRequired type="tel" autoComplete="tel" warn={phoneWarning} />
    <DetailField name="User_Org" autoComplete="organization" warn={printableWarning} />
    <Box gridColumn="1 / -1">
      <DetailField name="User_Address" autoComplete="street-address" warn={printableWarning} />
    </Box>
    <DetailField name="User_Town" autoComplete="address-level2" />
    <DetailField name="User_Code" autoComplete="postal-code" warn={postalCodeWarning} />
    <DetailField name="User_State" autoComplete="address-level1" />
    <DetailField name="User_Country" autoComplete="country-name" />
  </SimpleGrid>
);

interface DetailsFormProps {
  user: OwnUser;
  /** True for the addresses at which the form stays on the screen. */
  isShownAt: (search: Search) => boolean;
}

/** The user's own details, which invoices show; a save is refused if they have changed meanwhile. */
export const DetailsForm = ({ user, isShownAt }: DetailsFormProps) => {
  /** The account that the edit is based on; replaced by each save, and if somebody else has saved. */
  const [base, setBase] = useState(user);
  const [conflict, setConflict] = useState<EditConflict<OwnForm>>();
  const form = useZodForm(ownForm, ownFormValues(user));
  const { isDirty } = form.formState;
  useDraft('own-details', form);
  const update = useUpdateAccount(() => 'Your details are saved');
  const unsavedWork = useUnsavedWork(isDirty, { isShownAt });

  const beginAt = (stored: OwnUser) => {
    setBase(stored);
    setConflict(undefined);
    form.reset(ownFormValues(stored));
  };

  /** Returns true if the other save left these details alone, so that this one may be repeated on top of it. */
  const rebase = (current: OwnUser): boolean => {
    const mine = form.getValues();
    const theirs = ownFormValues(current);
    const { taken, contested } = compareEdits(OWN_FIELDS, ownFormValues(base), mine, theirs);
    setBase(current);
    if (taken.length + contested.length === 0) {
      return true;
    }

    for (const field of taken) {
      form.setValue(field, theirs[field]);
    }
    setConflict({ taken, contested, mine, theirs });
    return false;
  };

  const send = (edited: EditedDetails, stored: OwnUser) =>
    update.mutate(
      { ...changedDetails(stored, edited), version: stored.version },
      {
        onSuccess: beginAt,
        onError: (error) => {
          showFieldErrors(form, error);
          const current = currentOwnUserOf(error);
          if (current && rebase(current)) {
            send(edited, current);
          }
        },
      },
    );

  const save = form.handleSubmit((edited) => {
    if (Object.keys(changedDetails(base, edited)).length === 0) {
      return beginAt(base);
    }

    send(edited, base);
  });

  return (
    <FormProvider {...form}>
      <Card.Root asChild size="sm" variant="outline">
        <chakra.form noValidate onSubmit={save} aria-labelledby="own-details">
          <Card.Header pb="0">
            <Card.Title as="h2" id="own-details" textStyle="md">
              Your details
            </Card.Title>
            <Card.Description textStyle="sm">
              We print these on your invoices and use them to reach you.
            </Card.Description>
          </Card.Header>
          <Card.Body gap="4">
            {conflict && (
              <EditConflictNotice
                conflict={conflict}
                title="Your details were changed while you were editing"
                labels={OWN_FIELD_LABELS}
              />
            )}
            <DetailFields />
            {!conflict && <RefusalNote title="Not saved" error={update.error} />}
          </Card.Body>
          <Card.Footer borderTopWidth="1px" pt="4" justifyContent="flex-end">
            <HStack gap="2">
              {isDirty && (
                <Button size="sm" variant="outline" onClick={() => beginAt(base)}>
                  Discard changes
                </Button>
              )}
              <BusyButton size="sm" type="submit" isBusy={update.isPending}>
                Save changes
              </BusyButton>
            </HStack>
          </Card.Footer>
        </chakra.form>
      </Card.Root>
      {unsavedWork.guard}
    </FormProvider>
  );
};
