import { z } from 'zod';
import { DEFAULT_FORM } from '../application/core-fields.ts';
import { PARAGRAPH_LIMIT, TEXT_LIMIT, WEB_ADDRESS_LIMIT } from '../text/text-limits.ts';
import { CONDITION } from './conditions.ts';

export const DATA_TYPES = ['text', 'email', 'paragraph', 'tel', 'file', 'select'] as const;

const text = z.string().max(TEXT_LIMIT);
const markdown = z.string().max(PARAGRAPH_LIMIT);

export const FORM_FIELD = z.object({
  name: z.string(),
  label: text,
  dataType: z.enum(DATA_TYPES).default('text'),
  required: z.boolean().default(false),
  details: markdown.optional(),
  options: z.array(text).optional(),
  /** Reports never group by it. Free text and built-in fields are personal without it, see `isPersonalField`. */
  isPersonal: z.boolean().optional(),
});
export type FormField = z.infer<typeof FORM_FIELD>;

/** The target of a form is fixed (rule 58); a config may repeat it. */
export const FORM = z.object({
  route: text.optional(),
  method: text.optional(),
  title: text.default(''),
  fields: z.array(FORM_FIELD).default([]),
});
export type Form = z.infer<typeof FORM>;

/** A column of the dashboard. A name that is in no form is a staff field. */
export const DASHBOARD_FIELD = z.object({
  name: z.string(),
  label: text,
  dataType: z.enum(DATA_TYPES).default('text'),
  isAdminOnly: z.boolean().default(false),
});
export type DashboardField = z.infer<typeof DASHBOARD_FIELD>;

export const INTEGRATION_TYPES = ['Calendly', 'Vimeo', 'Zoom'] as const;

export const CONTENT_BLOCK = z.object({
  /** Tells blocks apart when two editors change one step; blocks of earlier versions have none. */
  _id: z.string().max(100).optional(),
  markdown,
  condition: CONDITION.optional(),
  integrations: z
    .array(z.object({ type: z.enum(INTEGRATION_TYPES), url: z.string().max(WEB_ADDRESS_LIMIT) }))
    .optional(),
});
export type ContentBlock = z.infer<typeof CONTENT_BLOCK>;

export const STEP = z.object({
  _id: z.string().max(100),
  title: text,
  subtitle: text.optional(),
  visibilityCondition: CONDITION.optional(),
  completionCondition: CONDITION.optional(),
  content: z.array(CONTENT_BLOCK).optional(),
  configuration: FORM.optional(),
  availablePaymentModels: z.array(z.string().max(100)).optional(),
  assessmentIds: z.array(z.string().max(100)).optional(),
});
export type Step = z.infer<typeof STEP>;

/** The stored form; a config that is saved must also pass `checkConfig`. */
export const PROCESS_CONFIG = z.object({
  label: text,
  requestSignup: z.boolean().default(false),
  fields: z.array(DASHBOARD_FIELD).default([]),
  applicationForm: FORM,
  applicationDetailsSteps: z.array(STEP).default([]),
});
export type ProcessConfig = z.infer<typeof PROCESS_CONFIG>;

export const BUILT_IN_CONFIG: ProcessConfig = {
  label: 'Application',
  requestSignup: true,
  fields: [],
  applicationForm: DEFAULT_FORM,
  applicationDetailsSteps: [],
};
