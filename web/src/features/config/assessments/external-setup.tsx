import { Button, Textarea, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { Assessment } from '../../../../../api/contract/assessments.ts';
import { SHORTEST_SECRET } from '../../../../../domain/assessment/details.ts';
import { REPORT_LIMIT } from '../../../../../domain/text/text-limits.ts';
import { TEXTS } from '../../../../../domain/text/texts.ts';
import { pagePath } from '../../../../../domain/values/pages.ts';
import { messageOf } from '../../../shared/api/api-client.ts';
import { call, keyOf } from '../../../shared/api/calls.ts';
import { Moment } from '../../../shared/dates/dates.tsx';
import documents from '../../../shared/editor/documents.module.css';
import { ErrorState } from '../../../shared/pages/page-state.tsx';
import { showAlert, showConfirm } from '../../../shared/ui/dialogs.tsx';
import { Notice, Problem } from '../../../shared/ui/notice.tsx';
import { Bone, Loading } from '../../../shared/ui/skeleton.tsx';
import classes from './assessments.module.css';
import { assessmentQuery, providerCallsQuery } from './queries.ts';

const SECRET_BYTES = 24;
const newSecret = (): string =>
  [...crypto.getRandomValues(new Uint8Array(SECRET_BYTES))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** What the provider needs in order to report results, and a test of what it would send. */
export function ExternalSetup({ assessment }: { assessment: Assessment }) {
  const { _id: assessmentId, organizationId, messagingSecretToken: mask } = assessment;
  const query = new URLSearchParams({ organizationId, assessmentId });
  return (
    <section className={documents.preview} aria-label="Results from the provider">
      <h3>Results from the provider</h3>
      <p>{TEXTS.assessmentEditor.resultsAddress}</p>
      <Copyable label="Address" text={`${location.origin}/api/inbound-webhook?${query}`} />
      <Secret assessment={assessment} />
      <Calls id={assessmentId} />
      {mask && <TestReport key={mask} id={assessmentId} mask={mask} />}
    </section>
  );
}

function Copyable({ label, text }: { label: string; text: string }) {
  const [isCopied, setIsCopied] = useState(false);
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setIsCopied(true),
      () => void showAlert(TEXTS.assessmentEditor.notCopied),
    );
  return (
    <div className={classes.copied}>
      <strong>{label}</strong>
      <code>{text}</code>
      <div className={classes.tools}>
        <Button
          variant="default"
          size="compact-sm"
          aria-label={`Copy the ${label.toLowerCase()}`}
          onClick={() => void copy()}
        >
          Copy
        </Button>
        <span role="status">{isCopied ? 'Copied' : ''}</span>
      </div>
    </div>
  );
}

function Secret({ assessment: { _id: id, messagingSecretToken: mask } }: { assessment: Assessment }) {
  const client = useQueryClient();
  const [shown, setShown] = useState<string | null>(null);
  const [isTyping, setIsTyping] = useState(false);
  const save = useMutation({
    mutationFn: (secret: string) =>
      call('PUT /api/assessments/{id}', { params: { id }, body: { messagingSecretToken: secret } }),
    onSuccess(saved, secret) {
      setShown(isTyping ? null : secret);
      setIsTyping(false);
      client.setQueryData(assessmentQuery(id).queryKey, saved);
      void client.invalidateQueries({ queryKey: keyOf('/api/assessments') });
    },
  });
  const isConfirmed = async () => {
    const question = TEXTS.assessmentEditor.confirmNewSecret;
    return !mask || (await showConfirm(question, { confirmLabel: 'Use a new secret', isDestructive: true }));
  };
  const use = async (secret: string) => {
    if (await isConfirmed()) save.mutate(secret);
  };
  return (
    <>
      {shown ? (
        <>
          <Copyable label="Secret" text={shown} />
          <Notice meaning="attention">{TEXTS.assessmentEditor.secretShownOnce}</Notice>
        </>
      ) : (
        <p>{mask ? `The secret is set: ${mask}` : TEXTS.assessmentEditor.noSecret}</p>
      )}
      {isTyping ? (
        <OwnSecret error={save.error} isSaving={save.isPending} onUse={use} onCancel={() => setIsTyping(false)} />
      ) : (
        <>
          <div className={classes.tools}>
            <Button variant="default" size="sm" loading={save.isPending} onClick={() => void use(newSecret())}>
              {mask ? 'Generate a new secret' : 'Generate a secret'}
            </Button>
            <Button
              variant="subtle"
              size="sm"
              disabled={save.isPending}
              onClick={() => {
                save.reset();
                setIsTyping(true);
              }}
            >
              Enter a secret
            </Button>
          </div>
          <Problem error={save.error} />
        </>
      )}
    </>
  );
}

/** For a provider that prescribes its secret. */
function OwnSecret({
  error,
  isSaving,
  onUse,
  onCancel,
}: {
  error: Error | null;
  isSaving: boolean;
  onUse: (secret: string) => Promise<void>;
  onCancel: () => void;
}) {
  const [secret, setSecret] = useState('');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void onUse(secret.trim());
      }}
    >
      <TextInput
        label="Secret of the provider"
        description={TEXTS.assessmentEditor.secretHelp(SHORTEST_SECRET)}
        autoComplete="off"
        autoFocus
        spellCheck={false}
        value={secret}
        error={error && messageOf(error)}
        onChange={({ currentTarget }) => setSecret(currentTarget.value)}
      />
      <div className={classes.tools}>
        <Button type="submit" size="sm" loading={isSaving} disabled={secret.trim() === ''}>
          Use this secret
        </Button>
        <Button variant="default" size="sm" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

/** What the provider has really sent. */
function Calls({ id }: { id: string }) {
  const calls = useQuery(providerCallsQuery(id));
  const shown = () => {
    if (calls.data === undefined) {
      if (calls.error) return <ErrorState order={2} error={calls.error} onRetry={() => void calls.refetch()} />;
      return (
        <Loading label="Loading the calls">
          <Bone height="3rem" />
        </Loading>
      );
    }
    if (calls.data.length === 0) return <p>{TEXTS.assessmentEditor.noCalls}</p>;
    return (
      <ul className={documents.offers}>
        {calls.data.map(({ at, isAccepted, answer, applicationId }) => (
          <li key={`${at} ${isAccepted}`}>
            <strong>{isAccepted ? 'Accepted' : 'Refused'}</strong> · <Moment at={at} />
            <br />
            <span dir="auto">{answer}</span>{' '}
            {applicationId && <Link to={pagePath('application', { applicationId })}>Open the application</Link>}
          </li>
        ))}
      </ul>
    );
  };
  return (
    <section aria-label="Calls received" className={classes.copied}>
      <strong>Calls received</strong>
      {shown()}
    </section>
  );
}

function TestReport({ id, mask }: { id: string; mask: string }) {
  const [content, setContent] = useState(() => exampleOf(mask));
  const test = useMutation({
    mutationFn: () => call('POST /api/assessments/{id}/testReport', { params: { id }, body: { content } }),
  });
  const answer = useRef<HTMLDListElement>(null);
  useEffect(() => {
    if (test.data) answer.current?.focus();
  }, [test.data]);
  return (
    <>
      <Textarea
        label="Test a result"
        description={TEXTS.assessmentEditor.contentHelp}
        autosize
        minRows={6}
        maxLength={REPORT_LIMIT}
        spellCheck={false}
        value={content}
        onChange={({ currentTarget }) => setContent(currentTarget.value)}
      />
      <div>
        <Button variant="default" size="sm" loading={test.isPending} onClick={() => test.mutate()}>
          Send a test
        </Button>
      </div>
      {test.error && <Problem error={messageOf(test.error)} />}
      {test.data && (
        <dl ref={answer} tabIndex={-1} className={classes.answer} aria-label="The call">
          <dt>Secret</dt>
          <dd>{test.data.isSecretRight ? 'right' : 'wrong'}</dd>
          <dt>Event</dt>
          <dd>{test.data.arrived.event ?? 'missing'}</dd>
          <dt>Email</dt>
          <dd>{test.data.arrived.userEmail ?? 'missing'}</dd>
          <dt>Details</dt>
          <dd>{test.data.arrived.detailsUrl ?? 'missing'}</dd>
          <dt>Source</dt>
          <dd>{test.data.arrived.source ?? 'missing'}</dd>
          <dt>Answer</dt>
          <dd>{test.data.message}</dd>
        </dl>
      )}
    </>
  );
}

const exampleOf = (secretToken: string): string =>
  JSON.stringify(
    {
      source: 'provider',
      secretToken,
      event: 'assignment.completed',
      userEmail: 'applicant@example.com',
      detailsUrl: 'https://example.com/results/1',
    },
    null,
    2,
  );
