import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../shared/calls.ts';
import { Notice, Problem, takeFocus } from '../../shared/notice.tsx';
import classes from './auth.module.css';

/** An email that is not confirmed yet: why that matters here, and the link once more (D10). */
export function SendAgain({ children }: { children: string }) {
  const send = useMutation({ mutationFn: () => call('sendVerification') });
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
