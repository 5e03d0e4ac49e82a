import { Alert, Box, Button, HStack, Stack, Text } from '@chakra-ui/react';
import { useEffect, useRef } from 'react';
import { type FieldPath, type FieldValues, useFormContext, useWatch } from 'react-hook-form';
import type { EditComparison } from '../../lib/forms/compare-edits.ts';

export interface EditConflict<Values extends FieldValues> extends EditComparison<FieldPath<Values>> {
  mine: Values;
  theirs: Values;
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

interface ContestedFieldProps<Values extends FieldValues>
  extends Pick<EditConflict<Values>, 'mine' | 'theirs'> {
  field: FieldPath<Values>;
  label: string;
}

const ContestedField = <Values extends FieldValues>({
  field,
  label,
  mine,
  theirs,
}: ContestedFieldProps<Values>) => {
  const { control, setValue } = useFormContext<Values>();
  const value = useWatch({ control, name: field });
  const choose = (chosen: Values) =>
    setValue(field, chosen[field], { shouldDirty: true, shouldValidate: true });

  return (
    <Box role="group" aria-label={`${label}: mine or theirs`}>
      <Text fontWeight="semibold" mb="1">
        {label}
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

interface EditConflictNoticeProps<Values extends FieldValues> {
  conflict: EditConflict<Values>;
  title: string;
  labels: Readonly<Record<FieldPath<Values>, string>>;
}

/** Shown if someone else saved the record first: says whose values are in the form, and lets this person choose. */
export const EditConflictNotice = <Values extends FieldValues>({
  conflict,
  title,
  labels,
}: EditConflictNoticeProps<Values>) => {
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
        <Alert.Title>{title}</Alert.Title>
        <Alert.Description>
          What you typed is still here. Look over the differences, then save again.
          {taken.length > 0 && (
            <Text mt="1">Taken over from their save: {taken.map((field) => labels[field]).join(', ')}.</Text>
          )}
          {contested.length > 0 && (
            <Stack mt="3" gap="3">
              {contested.map((field) => (
                <ContestedField<Values>
                  key={field}
                  field={field}
                  label={labels[field]}
                  mine={mine}
                  theirs={theirs}
                />
              ))}
            </Stack>
          )}
        </Alert.Description>
      </Alert.Content>
    </Alert.Root>
  );
};
