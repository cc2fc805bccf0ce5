import { z } from 'zod';
import { type MasterKey, masterKeysOf } from '../vault/master-keys.ts';
import { type Attachment, asAttachment, isFile } from './attachments.ts';
import { type EventsEnd, readEvents } from './event-lines.ts';
import { PLACE_OF_END, placeOfLine, type SealedEnd } from './export-events.ts';
import type { ImportSource, SourceEvents } from './import-source.ts';
import { type OpenLines, openLineReader, type Place } from './line-reader.ts';
import { openSealing, SEALING } from './passphrase.ts';
import { openLine } from './sealed-lines.ts';
import { TransferRefused } from './transfer-refused.ts';
import { moveOf, resealed } from './vault-entries.ts';

const HEADER = z.object({
  format: z.literal('intake-events'),
  version: z.literal(1),
  storeId: z.string(),
  createdAt: z.string(),
  sealing: SEALING.optional(),
});
type Header = z.infer<typeof HEADER>;
const SEALED_END = z.object({ entries: z.int(), events: z.int(), digest: z.string() }) satisfies z.ZodType<SealedEnd>;

/** The events of an export or backup, with the time of the header. */
export const openEventsFile = async (open: OpenLines): Promise<ImportSource & Pick<Header, 'createdAt'>> => {
  const { file, header } = await readHeader(open);
  return { ...openFile(open, file, header).source, createdAt: header.createdAt };
};

export async function openExportFile(
  path: string,
  { masterKey, passphrase }: { readonly masterKey: MasterKey; readonly passphrase: () => Promise<string> },
): Promise<ImportSource> {
  const open: OpenLines = (from) => openLineReader(path, from);
  const { file, header } = await readHeader(open);
  const { source, attachmentsUnder } = openFile(open, file, header);
  if (!header.sealing) return source;
  const key = await openSealing(await passphrase(), header.sealing, path);
  return { ...source, attachments: () => attachmentsUnder(key, masterKey) };
}

function openFile(open: OpenLines, file: string, { storeId, sealing }: Header) {
  let behindEvents: (Place & EventsEnd) | undefined;

  async function* events(...[checker, onRead = () => {}]: Parameters<ImportSource['events']>): SourceEvents {
    const lines = await open();
    try {
      await lines.next();
      const reading = readEvents(lines, checker);
      for (;;) {
        const { done, value } = await reading.next();
        onRead(lines.place().offset, lines.bytes);
        if (!done) {
          yield value;
          continue;
        }
        behindEvents = { ...lines.place(), events: value.events, digest: value.digest };
        if (!sealing && (await lines.next())) throw lines.damaged('follows the end');
        return value;
      }
    } finally {
      lines.close();
    }
  }

  async function* attachmentsUnder(key: Buffer, masterKey: MasterKey): AsyncGenerator<Attachment> {
    const keys = masterKeysOf(masterKey);
    if (!behindEvents) throw new Error('The events of the file come first');
    const lines = await open(behindEvents);
    try {
      for (let n = 1; ; n += 1) {
        const line = await lines.next();
        if (!line) throw lines.damaged('is the last one: the file is cut off after it');
        if (typeof line.sealedEnd === 'string') {
          const end = SEALED_END.parse(openLine(lines, key, line.sealedEnd, PLACE_OF_END));
          if (end.entries !== n - 1) throw lines.damaged(`closes ${end.entries} entries, but there are ${n - 1}`);
          if (end.digest !== behindEvents.digest) throw lines.damaged('belongs to other events');
          if (await lines.next()) throw lines.damaged('follows the end');
          return;
        }
        const attachment = asAttachment(openLine(lines, key, line.sealed, placeOfLine(n)));
        if (!attachment) throw lines.damaged('holds what this version of Intake does not know');
        if (isFile(attachment)) yield attachment;
        else if (moveOf(attachment.collection).moves !== 'never') yield await resealed(attachment, keys);
      }
    } finally {
      lines.close();
    }
  }

  return {
    source: { name: file, storeId, events, attachments: null, said: null } satisfies ImportSource,
    attachmentsUnder,
  };
}

async function readHeader(open: OpenLines): Promise<{ readonly file: string; readonly header: Header }> {
  const lines = await open();
  try {
    const parsed = HEADER.safeParse(await lines.next());
    if (parsed.success) return { file: lines.file, header: parsed.data };
    throw new TransferRefused(`${lines.file} was not written by "intake events export" of this version.`);
  } finally {
    lines.close();
  }
}
