import { Button, Title } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useId } from 'react';
import { TEXTS } from '../../../../domain/text/texts.ts';
import { call } from '../../shared/api/calls.ts';
import { downloadText } from '../../shared/files/download.ts';
import { Notice, Problem, takeFocus } from '../../shared/ui/notice.tsx';
import classes from './account.module.css';

export function MyData() {
  const headingId = useId();
  const get = useMutation({
    mutationFn: () => call('GET /api/me/export'),
    onSuccess: (data) => {
      const day = data.exportedAt.slice(0, 10);
      downloadText(`my-data-${day}.json`, 'application/json', JSON.stringify(data, null, 2));
    },
  });
  return (
    <section className={classes.section} aria-labelledby={headingId}>
      <Title order={2} size="h3" id={headingId}>
        Your data
      </Title>
      <p>{TEXTS.account.dataHelp}</p>
      {get.isSuccess && (
        <Notice meaning="good" role="status" ref={takeFocus}>
          {TEXTS.account.dataDownloaded}
        </Notice>
      )}
      <Problem error={get.error} takesFocus />
      <Button
        variant="default"
        leftSection={<IconDownload size={18} aria-hidden />}
        loading={get.isPending}
        onClick={() => get.mutate()}
      >
        Download my data
      </Button>
    </section>
  );
}
