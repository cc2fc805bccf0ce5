import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { FileReference } from '../../../../api/contract/values.ts';
import { shortFileName } from '../../../../domain/text/groups/short-file-name.ts';
import { addressOfFile } from '../../shared/files/files.ts';

export const DownloadButton = ({ file }: { file: FileReference }) => (
  <Button
    component="a"
    href={addressOfFile(file)}
    variant="default"
    leftSection={<IconDownload size={18} aria-hidden />}
    title={file.fileName}
  >
    {shortFileName(file.fileName)}
  </Button>
);
