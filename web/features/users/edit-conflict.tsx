import { Alert, Box, Button, HStack, Stack, Text } from '@chakra-ui/react';
import { useEffect, useRef } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { USER_FIELD_LABELS, type UserField } from './user-fields.ts';
import type { compareEdits, UserForm } from './user-form.ts';

export interface EditConflict extends ReturnType<typeof compareEdits> {
  mine: UserForm;
  theirs: UserForm;
}

interface ChoiceProps {
  label: string;
  value: string | null;
  isChosen: boolean;
  onChoose: () => void;
}

const Choice = ({ label, value, isChosen, onChoose }: ChoiceProps) => (
  <Button
    size="xs"
    variant={isChosen ? 'solid' : 'outline'}
    aria-pressed={isChosen}
    onClick={onChoose}
    h="auto"
    minH="8"
    maxW="100%"
    whiteSpace="normal"
    overflowWrap="anywhere"
  >
    {label}: <bdi>{value || 'empty'}</bdi>
  </Button>
);

const ContestedField = ({
  field,
  mine,
  theirs,
}: { field: UserField } & Pick<EditConflict, 'mine' | 'theirs'>) => {
  const { control, setValue } = useFormContext<UserForm>();
  const value = useWatch({ control, name: field });
  const choose = (chosen: UserForm) =>
    setValue(field, chosen[field], { shouldDirty: true, shouldValidate: true });

  return (
    <Box role="group" aria-label={`${USER_FIELD_LABELS[field]}: mine or theirs`}>
      <Text fontWeight="semibold" mb="1">
        {USER_FIELD_LABELS[field]}
      </Text>
      <HStack gap="2" flexWrap="wrap">
        <Choice
          label="Keep mine"
          value={mine[field]}
          isChosen={value === mine[field]}
          onChoose={() => choose(mine)}
        />
        <Choice
          label="Take theirs"
          value={theirs[field]}
          isChosen={value === theirs[field]}
          onChoose={() => choose(theirs)}
        />
      </HStack>
    </Box>
  );
};

/** Shown if someone else saved this user first: says whose values are in the form, and lets this person choose. */
export const EditConflictNotice = ({ conflict }: { conflict: EditConflict }) => {
  const { taken, contested, mine, theirs } = conflict;
  const note = useRef<HTMLDivElement>(null);

  // The pressed button has lost the focus, because it was disabled while it was busy.
  useEffect(() => {
    if (conflict) {
      note.current?.focus();
    }
  }, [conflict]);

  return (
    <Alert.Root ref={note} status="warning" mb="4" role="alert" tabIndex={-1}>
      <Alert.Indicator />
      <Alert.Content>
        <Alert.Title>Someone else changed this user while you were editing</Alert.Title>
        <Alert.Description>
          What you typed is still here. Look over the differences, then save again.
          {taken.length > 0 && (
            <Text mt="1">
              Taken over from their save: {taken.map((field) => USER_FIELD_LABELS[field]).join(', ')}.
            </Text>
          )}
          {contested.length > 0 && (
            <Stack mt="3" gap="3">
              {contested.map((field) => (
                <ContestedField key={field} field={field} mine={mine} theirs={theirs} />
              ))}
            </Stack>
          )}
        </Alert.Description>
      </Alert.Content>
    </Alert.Root>
  );
};
