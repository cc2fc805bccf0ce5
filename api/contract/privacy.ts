import { z } from 'zod';
import { SENT_EMAIL_LIMIT } from '../../domain/text/text-limits.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { applicationSchema } from './applications.ts';
import { endpoint } from './endpoint.ts';
import { paymentAccountSchema } from './payment-accounts.ts';
import { jsonSchemaOf, published } from './published.ts';
import { solutionSchema } from './solutions.ts';
import { email, id, instant, messageSchema } from './values.ts';

export const personalDataSchema = z.object({
  exportedAt: instant,
  account: z.object({
    _id: z.string(),
    email: z.string(),
    name: z.string().nullable(),
    emailVerified: z.boolean(),
    isCreator: z.boolean(),
    createdAt: instant,
    dailyDigestTimeZone: z.string().nullable(),
    organizations: z.array(z.object({ _id: z.string(), name: z.string(), role: z.string() })),
  }),
  applications: z.array(
    applicationSchema.and(
      z.object({
        organizationName: z.string(),
        batchName: z.string(),
        activity: z.array(z.unknown()),
        paymentAccount: paymentAccountSchema.nullable(),
        solutions: z.array(solutionSchema),
        history: z.array(z.object({ type: z.string(), at: instant })),
      }),
    ),
  ),
  /** What is held outside these documents, by place. */
  held: z.record(z.string(), z.array(z.unknown())),
  notShown: z.string(),
});
export type PersonalData = z.infer<typeof personalDataSchema>;

export const exportMe = endpoint({
  method: 'GET',
  path: '/api/me/export',
  capability: 'account.manageOwn',
  isCostly: true,
  summary: 'All data held about the signed-in person.',
  response: personalDataSchema,
});
export const deleteMe = endpoint({
  method: 'POST',
  path: '/api/me/delete',
  capability: 'account.manageOwn',
  confirmation: 'always',
  summary: 'Permanently erases the signed-in person everywhere, including applications.',
  response: messageSchema,
});
export const erasePerson = endpoint({
  method: 'POST',
  path: '/api/people/erase',
  capability: 'person.erase',
  confirmation: 'always',
  summary:
    "Erases all of a person's applications in the current organization, found by email or by one of them. The account is kept.",
  body: published(
    z
      .object({ email: z.string().max(SENT_EMAIL_LIMIT).nullish(), applicationId: id.nullish() })
      .refine((named) => Boolean(named.email) !== Boolean(named.applicationId), {
        path: ['email'],
        error: TEXTS.privacy.whoMissing,
      }),
    {
      type: 'object',
      properties: { email, applicationId: jsonSchemaOf(id, 'input') },
      oneOf: [{ required: ['email'] }, { required: ['applicationId'] }],
    },
  ),
  response: messageSchema.extend({ applications: z.int() }),
});
