import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { expectRepeatable, OPERATOR, someone, specify } from '../../test/support/specification.ts';
import { MOST_MS, threadTimeOf } from '../../test/support/thread-time.ts';
import type { ConfiguredCommand } from '../configuration/configured-document.ts';
import { TEXTS } from '../text/texts.ts';
import { builtInTemplateId, readBuiltInTemplateId } from './built-in-id.ts';
import { BUILT_IN_TEMPLATE_KEYS, BUILT_IN_TEMPLATES } from './built-in-templates.ts';
import { errorsOfWords, MOST_ATTACHMENTS } from './details.ts';
import { builtInDetails, emailTemplate } from './email-template.ts';
import type { EmailTemplateDetails, EmailTemplateEvent } from './events.ts';
import { placeholdersIn } from './placeholders.ts';

type Command = ConfiguredCommand<EmailTemplateDetails>;
const given = specify(emailTemplate);
const words = { name: 'News', subject: 'Hi {{firstName}}', body: 'See {{ applicationLink }}' };
const details: EmailTemplateDetails = { builtIn: null, ...words, attachments: [], statuses: [] };
const create = (changes: object = {}): Command => ({
  type: 'Create',
  data: { organizationId: 'org', details: { ...words, ...changes } },
});
const change = (changes: object): Command => ({ type: 'Change', data: { changes } });
const remove: Command = { type: 'Delete', data: { usedBy: [] } };
const created: EmailTemplateEvent = { type: 'EmailTemplateCreated', data: { organizationId: 'org', details } };
const special = (key: keyof typeof BUILT_IN_TEMPLATES): EmailTemplateEvent => ({
  type: 'EmailTemplateCreated',
  data: { organizationId: 'org', details: builtInDetails(key) },
});
const file = (fileId: string) => ({ fileId, fileName: 'a.pdf' });

test('a template is created, changed where it differs, and deleted', () => {
  given().when(create()).then(created);
  given(created)
    .when(change({ subject: ' News ', body: words.body }))
    .then({ type: 'EmailTemplateChanged', data: { changes: { subject: 'News' } } });
  given(created).when(remove).then({ type: 'EmailTemplateDeleted', data: {} });
});

describe('the statuses that it goes with', () => {
  test('are kept once each, in order of rank', () => {
    given(created)
      .when(change({ statuses: ['INTERVIEW PENDING', 'CONTRACT DECLINED', 'INTERVIEW PENDING'] }))
      .then({
        type: 'EmailTemplateChanged',
        data: { changes: { statuses: ['CONTRACT DECLINED', 'INTERVIEW PENDING'] } },
      });
  });

  test.each([['TRANSFERRED'], ['LOST']])('cannot be %s', (status) => {
    given(created)
      .when(change({ statuses: [status] }))
      .thenRefused('refused', TEXTS.emailTemplates.statusWithoutEmail, 'statuses');
  });

  test('are none of an email about an account, which nobody sends by hand', () => {
    const statuses = ['NEW'];
    given(special('passwordReset'))
      .when(change({ statuses }))
      .thenRefused('refused', TEXTS.emailTemplates.notByHand('Password reset'), 'statuses');
    given(special('interviewScheduled'))
      .when(change({ statuses }))
      .then({ type: 'EmailTemplateChanged', data: { changes: { statuses: ['NEW'] } } });
  });

  test('are empty for a template of an earlier version, which can be changed', () => {
    const { statuses: _, ...earlier } = details;
    const old = {
      type: 'EmailTemplateCreated',
      data: { organizationId: 'org', details: earlier },
    } as EmailTemplateEvent;
    const context = { at: '2026-01-01T00:00:00.000Z', actor: OPERATOR };
    expect(emailTemplate.evolve(emailTemplate.initial, { ...old, ...context }).details.statuses).toEqual([]);
    given(old)
      .when(change({ statuses: [], subject: 'New' }))
      .then({ type: 'EmailTemplateChanged', data: { changes: { subject: 'New' } } });
  });
});

describe('placeholders', () => {
  test('are names and links of the application, with or without blanks', () => {
    for (const name of ['firstName', 'lastName', 'email', 'orgName', 'applicationLink']) {
      given(created)
        .when(change({ body: `x {{${name}}} {{ ${name}  }}`, subject: `{{${name}}}` }))
        .then({
          type: 'EmailTemplateChanged',
          data: { changes: { body: `x {{${name}}} {{ ${name}  }}`, subject: `{{${name}}}` } },
        });
    }
  });

  test.each(['nickname', 'FirstName', 'first name', 'actionLink', '', 'constructor', '__proto__'])(
    '{{%s}} is refused, naming its place',
    (name) => {
      for (const field of ['subject', 'body'] as const) {
        given(created)
          .when(change({ [field]: `{{${name}}}` }))
          .thenRefused('refused', undefined, field);
      }
    },
  );

  test.each([3_000, 64_000])('%i blanks behind two braces are read without delay', async (count) => {
    const text = `{{${' '.repeat(count)}`;
    for (const body of [text, `${text}x`, '{{ '.repeat(count / 3), `${text}}} {{ firstName }}`]) {
      expect(await threadTimeOf(() => placeholdersIn(body))).toBeLessThan(MOST_MS);
      expect(placeholdersIn(body)).toEqual(body.endsWith('}}') ? ['', 'firstName'] : []);
    }
  });

  test('an unknown one of an earlier version does not block other changes', () => {
    const old: EmailTemplateEvent = {
      type: 'EmailTemplateCreated',
      data: { organizationId: 'org', details: { ...details, body: '{{old}}' } },
    };
    given(old)
      .when(change({ subject: 'New' }))
      .then({ type: 'EmailTemplateChanged', data: { changes: { subject: 'New' } } });
  });
});

describe("the portal's own texts", () => {
  test.each(BUILT_IN_TEMPLATE_KEYS)('%s obeys its own rules and has a fixed id', (key) => {
    expect(errorsOfWords(builtInDetails(key))).toEqual([]);
    expect(placeholdersIn(BUILT_IN_TEMPLATES[key].body)).not.toContain('actionLink');
    expect(readBuiltInTemplateId(builtInTemplateId('org-1', key))).toEqual({ organizationId: 'org-1', key });
    given(special(key)).when(remove).thenRefused('refused');
  });

  test.each(['a-template', 'org.other', '.passwordReset', 'passwordReset', 'org.constructor'])(
    '%s is the id of none of them',
    (id) => expect(readBuiltInTemplateId(id)).toBeUndefined(),
  );

  test.each(['{{actionLink}}', '[a]({{ actionLink }})', 'https://evil.example/?u_{{actionLink}}', '`{{actionLink}}`'])(
    'refuse the link that the portal adds itself: %s',
    (body) => {
      given(special('passwordReset'))
        .when(change({ body }))
        .thenRefused('refused', TEXTS.emailTemplates.actionLinkAdded, 'body');
      given(special('passwordReset'))
        .when(change({ subject: body }))
        .thenRefused('refused', TEXTS.emailTemplates.actionLinkAdded, 'subject');
    },
  );

  test.each([
    ['Hi,\n\n[Set it]({{actionLink}})\n\nBye', 'Hi,\n\nBye'],
    ['Hi,\n\n**<{{ actionLink }}>**', 'Hi,'],
    ['Please [click here]({{actionLink}}), Ana.', 'Please click here, Ana.'],
    ['https://evil.example/?u_{{actionLink}}', 'https://evil.example/?u_'],
    ['{{actionLink}}', ''],
    ['Hi', 'Hi'],
  ])('of an earlier version, stored as %j, are read without the link and can be changed', (before, after) => {
    const old: EmailTemplateEvent = {
      type: 'EmailTemplateCreated',
      data: { organizationId: 'org', details: { ...builtInDetails('passwordReset'), body: before } },
    };
    const context = { at: '2026-01-01T00:00:00.000Z', actor: OPERATOR };
    expect(emailTemplate.evolve(emailTemplate.initial, { ...old, ...context }).details.body).toBe(after);
    given(old)
      .when(change({ subject: 'New' }))
      .then({ type: 'EmailTemplateChanged', data: { changes: { subject: 'New' } } });
  });

  test('have reserved names', () => {
    given()
      .when(create({ name: ' password reset ' }))
      .thenRefused('refused', undefined, 'name');
    given(created)
      .when(change({ name: 'Verify E-Mail' }))
      .thenRefused('refused', undefined, 'name');
  });
});

test('attachments are files, each once, at most ten', () => {
  given(created)
    .when(change({ attachments: [file('a'), file('a'), file('b')] }))
    .then({ type: 'EmailTemplateChanged', data: { changes: { attachments: [file('a'), file('b')] } } });
  given(created)
    .when(change({ attachments: [{ fileId: '../x', fileName: 'a' }] }))
    .thenRefused('refused', TEXTS.forms.fileInvalid);
  const many = Array.from({ length: MOST_ATTACHMENTS + 1 }, (_, n) => file(`f${n}`));
  given(created)
    .when(change({ attachments: many }))
    .thenRefused('refused', undefined, 'attachments');
});

test('every command is valid and repeatable in every reachable state', () => {
  const text = fc.constantFrom('', 'Password reset', 'News', 'Hi {{email}}', '{{x}}', '{{actionLink}}');
  const fields = fc.record(
    { name: text, subject: fc.option(text), body: text, attachments: fc.constantFrom([], [file('a')]) },
    { requiredKeys: [] },
  );
  expectRepeatable(emailTemplate, fc.oneof(fields.map(create), fields.map(change), fc.constant(remove)), [
    OPERATOR,
    someone('mia'),
  ]);
});
