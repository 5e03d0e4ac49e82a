import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import type { DayOrder } from '#shared/bank/bank-cells.ts';
import type { BankFile, BankPreview } from '#shared/contract/bank/bank-files.ts';
import { useContentKey } from '../../lib/forms/idempotency-key.ts';
import { ApiError } from '../../lib/reads/api-error.ts';
import { type Columns, findMissing, placeOfMissing, type ShownRows, toMapping } from './file-columns.ts';
import { nameAccount } from './file-words.ts';
import { guessColumns } from './guess-columns.ts';
import { usePreviewBankFile, useStoreBankFile } from './mutations.ts';
import type { ReadyFile } from './prepare-file.ts';

/** What the portal asks about a file, in its own words. A question stays once it was asked, with its answer. */
interface Questions {
  account?: string | undefined;
  days?: string | undefined;
  columns?: ShownRows | undefined;
  /** The name of the account of which this is the first file. */
  firstFileOf?: string | undefined;
}

interface Answers {
  account: string;
  dayOrder: DayOrder | undefined;
  columns: Columns;
  isWithoutBalances: boolean;
  bookFrom: string;
}

const NO_ANSWERS: Answers = {
  account: '',
  dayOrder: undefined,
  columns: { roles: [], dateFormat: 'YYYY/MM/DD' },
  isWithoutBalances: false,
  bookFrom: '',
};

const choicesOf = (questions: Questions, answers: Answers) => ({
  ...(questions.account !== undefined && { account: answers.account }),
  ...(questions.days !== undefined && answers.dayOrder && { dayOrder: answers.dayOrder }),
  ...(questions.columns && { mapping: toMapping(answers.columns.roles, answers.columns.dateFormat) }),
  ...(answers.isWithoutBalances && { withoutBalances: true }),
  ...(questions.firstFileOf && { bookFrom: answers.bookFrom }),
});

/** What a question still lacks, by the field that asks it. */
const findOpen = (questions: Questions, answers: Answers): Record<string, string> => {
  const missing = questions.columns && findMissing(answers.columns.roles);

  return {
    ...(questions.account !== undefined &&
      answers.account === '' && { account: 'Choose the account that received the money' }),
    ...(questions.days !== undefined && !answers.dayOrder && { dayOrder: 'Choose which day is meant' }),
    ...(missing && { mapping: missing }),
    ...(questions.firstFileOf && answers.bookFrom === '' && { bookFrom: 'Choose the first day' }),
  };
};

export const codeOf = (error: Error | null): string | undefined =>
  error instanceof ApiError ? error.code : undefined;

export const fieldsOf = (error: Error | null): Record<string, string> =>
  error instanceof ApiError ? error.fields : {};

/** The codes whose sentence stands at a question, and the field of that. */
const ASKING: Record<string, string> = {
  account_needed: 'account',
  days_unclear: 'dayOrder',
  columns_unknown: 'column-1',
};

interface Reading {
  file: ReadyFile;
  /** The card with the questions, inside of which the focus moves. */
  place: RefObject<HTMLElement | null>;
  onStored: (file: BankFile) => void;
}

/** Looks at a file, asks what it leaves open, shows what would be stored of it, and stores it. */
export const useFileReading = ({ file, place, onStored }: Reading) => {
  const look = usePreviewBankFile();
  const store = useStoreBankFile();
  const { keyFor } = useContentKey();
  const [questions, setQuestions] = useState<Questions>({});
  const [answers, setAnswers] = useState(NO_ANSWERS);
  const [faults, setFaults] = useState<Record<string, string>>({});
  const [isMapping, setIsMapping] = useState(false);
  const [hasTyped, setHasTyped] = useState(false);
  const [hasOwnColumns, setHasOwnColumns] = useState(false);

  const focus = (name: string) => {
    const field = place.current?.querySelector<HTMLElement>(`[name=${name}]`);
    field?.focus();
    // A browser leaves a column that is partly in sight where it is.
    field?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  };

  const openMapper = (rows: ShownRows) => {
    if (!questions.columns) {
      setAnswers((before) => ({ ...before, columns: guessColumns(rows.rows) }));
      setQuestions((before) => ({ ...before, columns: rows }));
    }
    setIsMapping(true);
  };

  const refuse = (error: Error) => {
    const code = codeOf(error);
    const fields = fieldsOf(error);
    const sentence = (field: string) => fields[field] ?? error.message;
    const { rows, rowsFrom = 1 } = error instanceof ApiError ? error.file : {};
    // Columns that were remembered for an earlier file of this kind may not fit this one.
    if (code === 'columns_unknown' || fields.mapping !== undefined) {
      openMapper(rows ? { rows, from: rowsFrom } : file.shown);
    }
    setQuestions((before) => ({
      ...before,
      ...(code === 'account_needed' && { account: sentence('account') }),
      ...(code === 'days_unclear' && { days: sentence('dayOrder') }),
    }));
    setFaults(code !== undefined && code in ASKING ? {} : fields);
  };

  const show = ({ bank, account, bookFrom, suggestedBookFrom }: BankPreview, hasMapping: boolean) => {
    setIsMapping(false);
    setHasOwnColumns((before) => before || !hasMapping);
    setQuestions((before) => ({
      ...before,
      firstFileOf: bookFrom === null ? nameAccount(bank, account) : undefined,
    }));
    setAnswers((before) => ({ ...before, bookFrom: before.bookFrom || suggestedBookFrom }));
  };

  const lookWith = (asked: Questions, answered: Answers) => {
    const choices = choicesOf(asked, answered);
    setFaults({});
    store.reset();
    look.mutate(
      { fileName: file.name, text: file.text, ...choices },
      { onSuccess: (preview) => show(preview, choices.mapping !== undefined), onError: refuse },
    );
  };

  const keep = () => {
    const choices = choicesOf(questions, answers);
    setFaults({});
    store.mutate(
      {
        body: { fileName: file.name, text: file.text, ...choices },
        idempotencyKey: keyFor({ file: file.id, ...choices }),
      },
      {
        onSuccess: onStored,
        onError: (error) => {
          refuse(error);
          // What a person has to answer first is no longer what was shown.
          if (codeOf(error) !== undefined && error instanceof ApiError && error.status === 422) {
            look.reset();
          }
        },
      },
    );
  };

  const isPending = look.isPending || store.isPending;
  const preview = look.data;
  const error = isPending ? null : (store.error ?? look.error);

  const submit = () => {
    const open = findOpen(questions, answers);
    setFaults(open);
    if (Object.keys(open).length > 0) {
      return;
    }
    if (preview) {
      keep();
    } else {
      lookWith(questions, answers);
    }
  };

  const begin = useEffectEvent(() => {
    // The place where the file was chosen is gone, and had the focus.
    place.current?.focus();
    lookWith(questions, answers);
  });
  useEffect(() => begin(), []);

  const goOn = useEffectEvent(() => {
    const [fault] = Object.keys(faults);
    const asking = ASKING[codeOf(error) ?? ''];
    if (fault) {
      focus(fault === 'mapping' ? `column-${placeOfMissing(answers.columns.roles) + 1}` : fault);
    } else if (asking) {
      focus(asking);
    } else if (preview && !error) {
      focus('store');
    }
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer of the server moves the focus once.
  useEffect(() => goOn(), [preview, error, faults]);

  const enterMapper = useEffectEvent(() => isMapping && focus('column-1'));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the choices appear with the mapper.
  useEffect(() => void enterMapper(), [isMapping]);

  return {
    preview,
    error,
    isPending,
    /** The part that was sent; undefined once the server works on it. */
    sent: store.isPending ? store.sent : look.sent,
    isStoring: store.isPending,
    questions,
    answers,
    faults,
    isMapping,
    hasTyped,
    submit,
    /** An answer that differs makes what was shown untrue. */
    answer: (change: Partial<Answers>) => {
      if (store.isPending) {
        return;
      }
      setHasTyped(true);
      setAnswers({ ...answers, ...change });
      if (change.account !== undefined) {
        setQuestions({ ...questions, firstFileOf: undefined });
      }
      setFaults({});
      look.reset();
      store.reset();
    },
    takeWithoutBalances: () => {
      const answered = { ...answers, isWithoutBalances: true };
      setAnswers(answered);
      lookWith(questions, answered);
    },
    chooseColumns: () => {
      openMapper(file.shown);
      look.reset();
      store.reset();
    },
    /** Undoes `chooseColumns` for a file whose columns the portal knew. */
    leaveColumns:
      isMapping && hasOwnColumns
        ? () => {
            const asked = { ...questions, columns: undefined };
            setQuestions(asked);
            setIsMapping(false);
            lookWith(asked, answers);
          }
        : undefined,
  };
};
