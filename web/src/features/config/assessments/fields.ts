import type { Assessment } from '../../../../../api/contract/assessments.ts';
import { textOf } from '../../../../../domain/application/field-value.ts';
import { DEFAULT_TIME_LIMIT_MINUTES, LONGEST_MINUTES } from '../../../../../domain/assessment/details.ts';
import type { AssessmentType } from '../../../../../domain/assessment/types.ts';
import { WEB_ADDRESS_LIMIT } from '../../../../../domain/text/text-limits.ts';
import { TEXTS } from '../../../../../domain/text/texts.ts';
import { isEncodedAddress } from '../../../../../domain/values/web-address.ts';
import { formatMinutes } from '../../../shared/dates/duration.ts';
import { numberField } from '../../../shared/forms/controls/number-field.ts';
import { type Field, formValues, type Values } from '../../../shared/forms/field-errors.ts';
import { writeQuestions } from './questions.ts';
import { questionsField } from './questions-field.tsx';

export const TYPE_WORDS: Readonly<Record<AssessmentType, { readonly label: string; readonly help: string }>> = {
  quiz: { label: 'Quiz', help: TEXTS.assessmentEditor.quizHelp },
  project: { label: 'Project', help: TEXTS.assessmentEditor.projectHelp },
  external: { label: 'External', help: TEXTS.assessmentEditor.externalHelp },
};

const LIMIT = numberField({ least: 1, most: LONGEST_MINUTES });
const TIME_LIMIT: Field = {
  name: 'timeLimitMinutes',
  label: 'Time limit in minutes',
  required: true,
  ...LIMIT,
  note: (value) => {
    const minutes = Number(LIMIT.stored(value));
    return minutes > 60 && LIMIT.check(value) === null ? formatMinutes(minutes) : null;
  },
};

/** The fields of an assessment's type; `targetId` is undefined before the assessment is created. */
export function fieldsOf(type: AssessmentType, place: { organizationId: string; targetId?: string }): readonly Field[] {
  const common: readonly Field[] = [
    { name: 'name', label: 'Name', dataType: 'text', required: true },
    {
      name: 'description',
      label: 'Description',
      dataType: 'paragraph',
      details: TEXTS.assessmentEditor.descriptionHelp,
      isMarkdown: true,
    },
  ];
  if (type === 'quiz') return [...common, TIME_LIMIT, questionsField(place)];
  if (type === 'project') {
    return [
      ...common,
      {
        name: 'instructions',
        label: 'Instructions',
        dataType: 'paragraph',
        details: TEXTS.assessmentEditor.instructionsHelp,
        isMarkdown: true,
      },
      { name: 'attachment', label: 'Attachment', dataType: 'file' },
      TIME_LIMIT,
    ];
  }
  return [
    ...common,
    {
      name: 'externalAssessmentUrl',
      label: 'Address of the assessment',
      dataType: 'text',
      inputMode: 'url',
      limit: WEB_ADDRESS_LIMIT,
      details: TEXTS.assessmentEditor.addressHelp,
      check: (value) => (isEncodedAddress(textOf(value).trim()) ? null : TEXTS.assessments.urlInvalid),
    },
  ];
}

export function valuesOf(fields: readonly Field[], assessment: Assessment | undefined): Values {
  if (!assessment) return { ...formValues(fields), timeLimitMinutes: String(DEFAULT_TIME_LIMIT_MINUTES) };
  return { ...formValues(fields, assessment), questions: writeQuestions(assessment.questions ?? []) };
}
