import { Card, chakra, Input, type InputProps, Link, NativeSelect, SimpleGrid } from '@chakra-ui/react';
import { Link as RouterLink } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { idNumberWarning, phoneWarning, postalCodeWarning, vatNumberWarning } from '#shared/number-rules.ts';
import { FieldWarning } from '../../components/form/field-warning.tsx';
import { FormField } from '../../components/form/form-field.tsx';
import { linkToOwnForm } from '../../lib/address/own-links.ts';
import { printableWarning } from '../../lib/forms/printable-warning.ts';
import { USER_FIELD_LABELS, type UserField } from './user-fields.ts';
import type { EditedUser, UserForm } from './user-form.ts';

interface TextFieldProps extends Pick<InputProps, 'type' | 'inputMode' | 'autoFocus'> {
  name: Exclude<UserField, 'user_role' | 'User_Status'>;
  isRequired?: boolean;
  /** Says what looks wrong; the value may still be saved. */
  warn?: (text: string) => string | undefined;
  /** The field whose error a change of this one may resolve. */
  checks?: UserField;
}

const TextField = ({ name, isRequired = false, warn, checks, ...input }: TextFieldProps) => {
  const { register, control, formState } = useFormContext<UserForm, unknown, EditedUser>();
  const warning = warn?.(useWatch({ control, name }) ?? '');

  return (
    <FormField
      label={USER_FIELD_LABELS[name]}
      isRequired={isRequired}
      error={formState.errors[name]?.message}
      hint={warning && <FieldWarning>{warning}</FieldWarning>}
    >
      <Input size="sm" autoComplete="off" {...input} {...register(name, { deps: checks ?? [] })} />
    </FormField>
  );
};

interface SelectFieldProps {
  name: 'user_role' | 'User_Status';
  options: Record<string, string>;
  /** True if it is one's own account, whose role and status stay (D12). */
  isOwn: boolean;
}

const SelectField = ({ name, options, isOwn }: SelectFieldProps) => {
  const { register, getValues, formState } = useFormContext<UserForm, unknown, EditedUser>();
  if (isOwn) {
    return (
      <FormField label={USER_FIELD_LABELS[name]} hint="Another administrator can change it.">
        <Input size="sm" variant="subtle" readOnly value={options[getValues(name)] ?? ''} />
      </FormField>
    );
  }

  return (
    <FormField label={USER_FIELD_LABELS[name]} error={formState.errors[name]?.message}>
      <NativeSelect.Root size="sm">
        <NativeSelect.Field {...register(name)}>
          {Object.entries(options).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </NativeSelect.Field>
        <NativeSelect.Indicator />
      </NativeSelect.Root>
    </FormField>
  );
};

const Group = ({ title, children }: { title: string; children: ReactNode }) => (
  <Card.Root as="section" size="sm" variant="outline">
    <Card.Header>
      <Card.Title as="h3" textStyle="sm">
        {title}
      </Card.Title>
    </Card.Header>
    <Card.Body gap="3">{children}</Card.Body>
  </Card.Root>
);

const Pair = ({ children }: { children: ReactNode }) => (
  <SimpleGrid columns={{ base: 1, sm: 2 }} gap="3">
    {children}
  </SimpleGrid>
);

/** The address of the administrator who edits; another one is asked for with the password. */
const OwnEmail = ({ address }: { address: string }) => (
  <FormField
    label={USER_FIELD_LABELS.User_Email}
    hint={
      <>
        Change it under{' '}
        <Link asChild variant="underline">
          <RouterLink {...linkToOwnForm('admin', 'own.email')}>My account</RouterLink>
        </Link>
        , which asks for your password.
      </>
    }
  >
    <Input size="sm" variant="subtle" readOnly value={address} />
  </FormField>
);

interface UserFormFieldsProps {
  /** Shown in its place, and never changed. */
  owNumber: string;
  /** The address of one's own account, which is changed under My account. */
  ownEmail: string | undefined;
  firstField?: UserField | undefined;
}

/** The fields of a user that an admin may change, in the four groups of the client's detail. */
export const UserFormFields = ({ owNumber, ownEmail, firstField = 'User_Name' }: UserFormFieldsProps) => (
  <SimpleGrid columns={{ base: 1, md: 2 }} gap="4">
    <Group title="Personal">
      <Pair>
        <TextField
          name="User_Name"
          isRequired
          autoFocus={firstField === 'User_Name'}
          warn={printableWarning}
        />
        <TextField name="User_Surname" isRequired warn={printableWarning} />
      </Pair>
      <TextField name="User_RegNo" warn={idNumberWarning} />
      <chakra.fieldset>
        <chakra.legend textStyle="sm" fontWeight="semibold" mb="1.5">
          Date of birth
        </chakra.legend>
        <SimpleGrid columns={3} gap="3">
          <TextField name="User_DOB_Day" inputMode="numeric" />
          <TextField name="User_DOB_Month" inputMode="numeric" checks="User_DOB_Day" />
          <TextField name="User_DOB_Year" inputMode="numeric" checks="User_DOB_Day" />
        </SimpleGrid>
      </chakra.fieldset>
    </Group>
    <Group title="Contact">
      {ownEmail === undefined ? (
        <TextField name="User_Email" type="email" isRequired />
      ) : (
        <OwnEmail address={ownEmail} />
      )}
      <TextField name="User_Mobile" type="tel" isRequired warn={phoneWarning} />
      <FormField label="OW number">
        <Input size="sm" variant="subtle" readOnly value={owNumber} />
      </FormField>
    </Group>
    <Group title="Address">
      <TextField name="User_Address" autoFocus={firstField === 'User_Address'} warn={printableWarning} />
      <Pair>
        <TextField name="User_Town" />
        <TextField name="User_Code" warn={postalCodeWarning} />
        <TextField name="User_State" />
        <TextField name="User_Country" />
      </Pair>
    </Group>
    <Group title="Business">
      <TextField name="User_Org" warn={printableWarning} />
      <Pair>
        <TextField name="User_VAT" warn={vatNumberWarning} />
        <TextField name="User_Ref" />
        <SelectField
          name="user_role"
          options={{ client: 'Client', admin: 'Admin' }}
          isOwn={ownEmail !== undefined}
        />
        <SelectField
          name="User_Status"
          options={{ 1: 'Active', 0: 'Inactive' }}
          isOwn={ownEmail !== undefined}
        />
      </Pair>
    </Group>
  </SimpleGrid>
);
