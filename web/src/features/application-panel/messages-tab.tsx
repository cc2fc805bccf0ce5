import { useQuery } from '@tanstack/react-query';
import type { ApplicationView } from '../../../../api/contract/applications.ts';
import { queryOf } from '../../shared/api/calls.ts';
import { ErrorState } from '../../shared/pages/page-state.tsx';
import { Bone, Loading } from '../../shared/ui/skeleton.tsx';
import classes from './application-panel.module.css';
import { BeforeTransfer } from './history/before-transfer.tsx';
import { MessageItem } from './message-item.tsx';

export function MessagesTab({ application }: { application: ApplicationView }) {
  return (
    <>
      <Messages applicationId={application._id} />
      <BeforeTransfer application={application}>{(original) => <MessagesTab application={original} />}</BeforeTransfer>
    </>
  );
}

function Messages({ applicationId }: { applicationId: string }) {
  const {
    data: messages,
    error,
    refetch,
  } = useQuery(queryOf('/api/applications/{id}/messages', { params: { id: applicationId } }));
  if (error && !messages) {
    return (
      <ErrorState order={2} title="The messages could not be loaded" error={error} onRetry={() => void refetch()} />
    );
  }
  if (!messages) {
    return (
      <Loading label="Loading the messages">
        <Bone width="70%" height="2.5rem" />
        <Bone width="70%" height="2.5rem" />
      </Loading>
    );
  }
  if (messages.length === 0) {
    return <p className={classes.quiet}>No email has been sent yet. “Send an email” under Admin tools sends one.</p>;
  }
  return (
    <ul className={classes.messages}>
      {messages.map((message) => (
        <MessageItem key={message._id} applicationId={applicationId} message={message} />
      ))}
    </ul>
  );
}
