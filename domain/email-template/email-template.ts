import { type ConfiguredState, configuredDocument } from '../configuration/configured-document.ts';
import type { FieldError } from '../event-sourcing/decision.ts';
import { TEXTS } from '../text/texts.ts';
import { withoutActionLink } from './action-link.ts';
import { BUILT_IN_TEMPLATES, type BuiltInTemplateKey } from './built-in-templates.ts';
import { EMAIL_TEMPLATE_RULES, errorsOfStatuses, errorsOfWords } from './details.ts';
import type { EmailTemplateDetails } from './events.ts';

const BLANK: EmailTemplateDetails = { builtIn: null, name: '', subject: '', body: '', attachments: [], statuses: [] };

/** The portal's own text, used until the organization changes it. */
export function builtInDetails(key: BuiltInTemplateKey): EmailTemplateDetails {
  const { name, subject, body } = BUILT_IN_TEMPLATES[key];
  return { builtIn: key, name, subject, body, attachments: [], statuses: [] };
}

/** Errors of the former text are not reported again. */
const errorsOfChange = (details: EmailTemplateDetails, before: EmailTemplateDetails | null): readonly FieldError[] =>
  [...errorsOfWords(details), ...errorsOfStatuses(details)].filter(
    ({ field }) =>
      !before || details[field as keyof EmailTemplateDetails] !== before[field as keyof EmailTemplateDetails],
  );

const configured = configuredDocument('emailTemplate', 'EmailTemplate', {
  blank: BLANK,
  rules: EMAIL_TEMPLATE_RULES,
  check: errorsOfChange,
  whyKept: ({ builtIn, name }) => (builtIn === null ? null : TEXTS.emailTemplates.cannotDelete(name)),
});

/** Texts of earlier versions contained the link. */
function readAsOfToday(state: ConfiguredState<EmailTemplateDetails>): ConfiguredState<EmailTemplateDetails> {
  const body = withoutActionLink(state.details.body);
  return body === state.details.body ? state : { ...state, details: { ...state.details, body } };
}

export const emailTemplate: typeof configured = {
  ...configured,
  evolve: (state, event) => readAsOfToday(configured.evolve(state, event)),
};
