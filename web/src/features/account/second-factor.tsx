import { Button, CopyButton, PasswordInput, TextInput, Title } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { User } from '../../../../api/contract/accounts.ts';
import { TEXTS } from '../../../../domain/text/texts.ts';
import { type Answer, call } from '../../shared/api/calls.ts';
import { Day } from '../../shared/dates/dates.tsx';
import { ErrorState } from '../../shared/pages/page-state.tsx';
import { secondFactorsQuery } from '../../shared/session/second-factors-query.ts';
import { reloadFactors } from '../../shared/session/session.ts';
import { Notice, takeFocus } from '../../shared/ui/notice.tsx';
import classes from './account.module.css';
import { OneFieldForm } from './one-field-form.tsx';
import { QrCode } from './qr-code.tsx';

type SetUp = Answer<'POST /api/me/authenticator'>;
type Step =
  | { readonly name: 'overview'; readonly said?: string }
  | { readonly name: 'password' | 'renew' | 'remove' }
  | { readonly name: 'scan'; readonly setUp: SetUp }
  /** The codes exist only in this component, until the page is left. */
  | { readonly name: 'codes'; readonly codes: readonly string[] };

const inFours = (secret: string): string => secret.match(/.{1,4}/g)?.join(' ') ?? secret;

/** A second factor for the account: an authenticator app with recovery codes. `onCodes`: they are shown. `onAdded`: the person has saved them. */
export function SecondFactor({ user, onCodes, onAdded }: { user: User; onCodes?: () => void; onAdded?: () => void }) {
  const headingId = useId();
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(secondFactorsQuery);
  const [step, setStep] = useState<Step>({ name: 'overview' });
  const done = (next: Step) => {
    setStep(next);
    if (next.name === 'codes') onCodes?.();
    void reloadFactors(client);
  };
  const cancel = () => setStep({ name: 'overview' });
  return (
    <section className={classes.section} aria-labelledby={headingId}>
      <Title order={2} size="h3" id={headingId}>
        Second factor
      </Title>
      {!data && <ErrorState order={2} error={error} onRetry={() => void refetch()} />}
      {data && step.name === 'overview' && (
        <Overview factors={data} said={step.said} isProven={user.emailVerified} go={(name) => setStep({ name })} />
      )}
      {step.name === 'password' && (
        <Ask
          what="password"
          label="Continue"
          send={(password) => call('POST /api/me/authenticator', { body: { password } })}
          onDone={(setUp) => setStep({ name: 'scan', setUp })}
          onCancel={cancel}
        />
      )}
      {step.name === 'scan' && (
        <div className={classes.setUp}>
          <p>{TEXTS.secondFactors.scan}</p>
          <QrCode text={step.setUp.uri} label={TEXTS.secondFactors.qrCode} />
          <p>
            {TEXTS.secondFactors.cannotScan} <code className={classes.secret}>{inFours(step.setUp.secret)}</code>
          </p>
          <Ask
            what="code"
            label="Turn it on"
            help={TEXTS.secondFactors.codeOfSetUp}
            send={(code) => call('POST /api/me/authenticator/confirm', { body: { code } })}
            onDone={({ recoveryCodes }) => done({ name: 'codes', codes: recoveryCodes })}
            onCancel={cancel}
          />
        </div>
      )}
      {step.name === 'codes' && (
        <Codes
          codes={step.codes}
          onDone={() => {
            cancel();
            onAdded?.();
          }}
        />
      )}
      {step.name === 'renew' && (
        <Ask
          what="code"
          label="Create new recovery codes"
          help={TEXTS.secondFactors.renewHelp}
          send={(code) => call('POST /api/me/recovery-codes', { body: { code } })}
          onDone={({ recoveryCodes }) => done({ name: 'codes', codes: recoveryCodes })}
          onCancel={cancel}
        />
      )}
      {step.name === 'remove' && (
        <Ask
          what="code"
          label="Remove the authenticator app"
          help={TEXTS.secondFactors.eitherCode}
          send={(code) => call('POST /api/me/authenticator/remove', { body: { code } })}
          onDone={({ message }) => done({ name: 'overview', said: message })}
          onCancel={cancel}
        />
      )}
    </section>
  );
}

function Overview({
  factors: { authenticatorAddedAt, recoveryCodesLeft },
  said,
  isProven,
  go,
}: {
  factors: Answer<'GET /api/me/second-factors'>;
  said: string | undefined;
  isProven: boolean;
  go: (name: 'password' | 'renew' | 'remove') => void;
}) {
  const { lead, emailFirst, codesLeft, lost } = TEXTS.secondFactors;
  const status = said !== undefined && (
    <Notice meaning="good" role="status" ref={takeFocus}>
      {said}
    </Notice>
  );
  if (authenticatorAddedAt === null) {
    return (
      <>
        {status}
        <p>{lead}</p>
        {isProven ? (
          <Button variant="default" onClick={() => go('password')}>
            Set up an authenticator app
          </Button>
        ) : (
          <p className={classes.quiet}>{emailFirst}</p>
        )}
      </>
    );
  }
  return (
    <>
      {status}
      <p>
        Authenticator app, added <Day at={authenticatorAddedAt} />. {codesLeft(recoveryCodesLeft)}.
      </p>
      <div className={classes.actions}>
        <Button variant="default" onClick={() => go('renew')}>
          New recovery codes
        </Button>
        <Button variant="default" onClick={() => go('remove')}>
          Remove
        </Button>
      </div>
      <p className={classes.quiet}>{lost}</p>
    </>
  );
}

function Codes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const text = codes.join('\n');
  return (
    <div className={classes.setUp}>
      <Notice meaning="attention" role="status" ref={takeFocus}>
        {TEXTS.secondFactors.shownOnce(codes.length)}
      </Notice>
      <ul className={classes.codes} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className={classes.actions}>
        <CopyButton value={text}>
          {({ copied, copy }) => (
            <Button variant="default" onClick={copy}>
              {copied ? 'Copied' : 'Copy the codes'}
            </Button>
          )}
        </CopyButton>
        <Button
          variant="default"
          component="a"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${text}\n`)}`}
          download="recovery-codes.txt"
        >
          Download the codes
        </Button>
        <Button onClick={onDone}>I have saved them</Button>
      </div>
    </div>
  );
}

interface AskProps<Done> {
  readonly what: 'password' | 'code';
  readonly label: string;
  readonly help?: string;
  readonly send: (value: string) => Promise<Done>;
  readonly onDone: (done: Done) => void;
  readonly onCancel: () => void;
}

function Ask<Done>({ what, help, ...rest }: AskProps<Done>) {
  return (
    <OneFieldForm {...rest} name={what}>
      {(input) =>
        what === 'password' ? (
          <PasswordInput
            {...input}
            label="Your password"
            autoComplete="current-password"
            visibilityToggleButtonProps={{ 'aria-label': 'Show the password', tabIndex: 0 }}
          />
        ) : (
          <TextInput {...input} label="Code" description={help} autoComplete="one-time-code" spellCheck={false} />
        )
      }
    </OneFieldForm>
  );
}
