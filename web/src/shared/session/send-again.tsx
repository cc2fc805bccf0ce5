import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { call } from '../api/calls.ts';
import { Notice, Problem, takeFocus } from '../ui/notice.tsx';
import classes from './send-again.module.css';

export function SendAgain({ children }: { children: string }) {
  const send = useMutation({ mutationFn: () => call('POST /api/sendVerification') });
  return (
    <div className={classes.sendAgain}>
      <Notice meaning="attention">
        <p>{children}</p>
        <Button variant="default" size="sm" loading={send.isPending} onClick={() => send.mutate()}>
          Send again
        </Button>
      </Notice>
      <Problem error={send.error} takesFocus />
      {send.isSuccess && (
        <Notice meaning="good" role="status" ref={takeFocus}>
          {send.data.message}
        </Notice>
      )}
    </div>
  );
}
