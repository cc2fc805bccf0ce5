import { Button, NativeSelect, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useId, useMemo, useRef, useState } from 'react';
import type { ApplicationView, Comment } from '../../../../api/contract/applications.ts';
import { COMMENT_KINDS, type CommentKind } from '../../../../domain/application/events.ts';
import { textOf } from '../../../../domain/application/field-value.ts';
import { isDue } from '../../../../domain/application/overdue.ts';
import { TEXTS } from '../../../../domain/text/texts.ts';
import { dayIn, fullDay } from '../../../../domain/values/days.ts';
import { KIND_WORDS } from '../../shared/application/comment-kinds.ts';
import { Day, formatAgo } from '../../shared/dates/dates.tsx';
import type { Words } from '../../shared/drafts/drafts.ts';
import { useDraft } from '../../shared/forms/draft.ts';
import { useOrganization } from '../../shared/organization/organization.ts';
import { useUser } from '../../shared/session/session.ts';
import { useApplicationChange } from '../../shared/staff-queries/change-queries.ts';
import { adminsQuery } from '../../shared/staff-queries/list-queries.ts';
import { useStaffNames } from '../../shared/staff-queries/staff-names.ts';
import { showConfirm } from '../../shared/ui/dialogs.tsx';
import classes from './application-panel.module.css';
import { MentionBox } from './mention-box.tsx';
import { mentionedIn, type Person } from './mentions.ts';

const NO_COMMENTS: readonly Comment[] = [];
/** Shown while it is being posted. */
const UNSAVED = 'on-its-way';

/** With the version that has these comments, because comments that were posted since are not in the list. */
const commentsOf = ({ adminComments, version }: ApplicationView) => ({
  saved: (adminComments ?? NO_COMMENTS)
    .filter(({ _id }) => _id !== UNSAVED)
    .map(({ _id, message, followUpOn = null }) => ({ _id, message, followUpOn })),
  since: version,
});

export function Comments({ application }: { application: ApplicationView }) {
  const { data: user } = useUser();
  const call = useStaffNames();
  const comments = application.adminComments ?? NO_COMMENTS;
  const heading = useRef<HTMLHeadingElement>(null);
  const { change, isPending } = useApplicationChange(application);
  const finish = async (comment: Comment) => {
    heading.current?.focus();
    const { saved, since } = commentsOf(application);
    const isDone = ({ _id }: { _id: string }) => _id === comment._id;
    const done = ({ followUpOn: _done, ...others }: Comment): Comment => others;
    await change({
      changes: { adminComments: saved.map((one) => (isDone(one) ? { ...one, followUpOn: null } : one)) },
      since,
      preview: { adminComments: comments.map((one) => (isDone(one) ? done(one) : one)) },
    }).catch(() => {
      // The alert shows the error.
    });
  };
  const remove = async (comment: Comment) => {
    const isSure = await showConfirm(TEXTS.panel.confirmDeleteComment, {
      confirmLabel: 'Delete the comment',
      isDestructive: true,
    });
    if (!isSure) return;
    heading.current?.focus();
    const isOther = ({ _id }: { _id: string }) => _id !== comment._id;
    const { saved, since } = commentsOf(application);
    const preview = { adminComments: comments.filter(isOther) };
    await change({ changes: { adminComments: saved.filter(isOther) }, since, preview }).catch(() => {
      // The alert shows the error.
    });
  };
  return (
    <section className={classes.tool}>
      <h3 ref={heading} tabIndex={-1} className={classes.heading}>
        Comments
      </h3>
      {comments.length === 0 && <p className={classes.quiet}>{TEXTS.panel.noComments}</p>}
      <ul className={classes.comments}>
        {comments.map((comment) => (
          <li key={comment._id}>
            <p className={classes.message}>{comment.message}</p>
            <p className={classes.byline}>
              {comment.kind && `${KIND_WORDS[comment.kind]} · `}
              <bdi>{call(comment.authorEmail) ?? 'Intake'}</bdi> ·{' '}
              <Day at={comment.postedDate}>{formatAgo(comment.postedDate)}</Day>
              {comment.authorId !== null && comment.authorId === user?._id && (
                <button
                  type="button"
                  className={classes.delete}
                  aria-label={`Delete my comment “${comment.message}”`}
                  onClick={() => void remove(comment)}
                >
                  <IconTrash size={14} aria-hidden /> Delete
                </button>
              )}
            </p>
            {comment.followUpOn !== undefined && (
              <FollowUp on={comment.followUpOn} isSaving={isPending} onDone={() => void finish(comment)} />
            )}
          </li>
        ))}
      </ul>
      <AddComment key={application._id} application={application} />
    </section>
  );
}

function FollowUp({ on, isSaving, onDone }: { on: string; isSaving: boolean; onDone: () => void }) {
  const today = useToday();
  return (
    <p className={classes.followUp}>
      <span className={isDue({ followUpOn: on }, today) ? classes.overdue : undefined}>Follow up by {fullDay(on)}</span>
      <Button size="compact-xs" variant="default" disabled={isSaving} onClick={onDone}>
        Done
      </Button>
    </p>
  );
}

const useToday = (): string => dayIn(useOrganization().data?.timeZone ?? 'UTC', Date.now());

/** Whom a comment may mention: everyone but its author who may read it. */
function useColleagues(): readonly Person[] {
  const { data: user } = useUser();
  const { data: admins } = useQuery(adminsQuery);
  const call = useStaffNames();
  return useMemo(
    () =>
      (admins ?? [])
        .filter(({ _id }) => _id !== user?._id)
        .map(({ _id, email }) => ({ id: _id, label: call(email) ?? email })),
    [admins, call, user?._id],
  );
}

interface Written {
  readonly message: string;
  readonly kind: CommentKind | null;
  readonly followUpOn: string;
}

const NOTHING_WRITTEN: Written = { message: '', kind: null, followUpOn: '' };

const kindOf = (text: string): CommentKind | null => COMMENT_KINDS.find((kind) => kind === text) ?? null;

function writtenIn(kept: Words | null): Written {
  const { message = '', kind = '', followUpOn = '' } = kept ?? {};
  return { message: textOf(message), kind: kindOf(textOf(kind)), followUpOn: textOf(followUpOn) };
}

/** All of it is kept on this device until it is posted, through reloads and when the row is scrolled out of the table. */
function AddComment({ application }: { application: ApplicationView }) {
  const id = useId();
  const { data: user } = useUser();
  const people = useColleagues();
  const draft = useDraft(`comment.${application._id}`);
  const box = useRef<HTMLTextAreaElement>(null);
  const today = useToday();
  const [written, setWritten] = useState(() => writtenIn(draft.initial));
  const { message, kind, followUpOn } = written;
  const [isRefused, setRefused] = useState(false);
  const dayBox = useRef<HTMLInputElement>(null);
  const isPast = followUpOn !== '' && followUpOn < today;
  // A ref, because the row may close while the request is pending.
  const latest = useRef(written);
  const { change, isPending } = useApplicationChange(application);
  const show = (next: Written) => {
    latest.current = next;
    setWritten(next);
  };
  const write = (part: Partial<Written>) => {
    const next = { ...latest.current, ...part };
    show(next);
    draft.keep({ ...next, kind: next.kind ?? '' }, {});
  };
  const add = async () => {
    const text = message.trim();
    if (text === '' || isPending) return;
    setRefused(isPast);
    if (isPast) return dayBox.current?.focus();
    const comments = application.adminComments ?? NO_COMMENTS;
    const mentions = mentionedIn(text, people);
    const log = { ...(kind && { kind }), ...(followUpOn !== '' && { followUpOn }) };
    const added: Comment = {
      _id: UNSAVED,
      message: text,
      authorId: user?._id ?? null,
      authorEmail: user?.email ?? null,
      postedDate: new Date().toISOString(),
      ...log,
    };
    show(NOTHING_WRITTEN);
    box.current?.focus();
    const { saved, since } = commentsOf(application);
    await change({
      changes: { adminComments: [...saved, { message: text, ...log, ...(mentions.length > 0 && { mentions }) }] },
      since,
      preview: { adminComments: [...comments, added] },
    }).then(
      () => (latest.current === NOTHING_WRITTEN ? draft.forget() : undefined),
      () => write({ ...written, message: [message, latest.current.message].filter(Boolean).join('\n') }),
    );
  };
  return (
    <form
      className={classes.tool}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void add();
      }}
    >
      <label htmlFor={id} className={classes.label}>
        Add a comment
      </label>
      <MentionBox
        ref={box}
        id={id}
        value={message}
        people={people}
        onType={(text) => write({ message: text })}
        onSend={() => void add()}
      />
      <div className={classes.fields}>
        <NativeSelect
          size="sm"
          label="Type"
          classNames={{ label: classes.label }}
          value={kind ?? ''}
          onChange={({ currentTarget: { value } }) => write({ kind: kindOf(value) })}
          data={[
            { value: '', label: 'Note' },
            { value: 'call', label: KIND_WORDS.call },
            { value: 'meeting', label: KIND_WORDS.meeting },
          ]}
        />
        <TextInput
          ref={dayBox}
          size="sm"
          type="date"
          label="Follow up by"
          classNames={{ label: classes.label }}
          min={today}
          error={isRefused && isPast ? TEXTS.applications.followUpPast : undefined}
          value={followUpOn}
          onChange={({ currentTarget }) => write({ followUpOn: currentTarget.value })}
        />
      </div>
      <div className={classes.line}>
        <Button type="submit" size="sm" variant="default" disabled={message.trim() === ''} loading={isPending}>
          Add comment
        </Button>
        {draft.kept !== 'nowhere' && message !== '' && (
          <span className={classes.quiet}>Draft saved on this device</span>
        )}
      </div>
    </form>
  );
}
