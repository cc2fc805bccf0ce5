import { open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';

/** A new file, durable before anything is sealed under its key: losing the key would lose all personal data. */
export async function writeKeyFile(file: string, text: string): Promise<void> {
  const handle = await open(file, 'wx', 0o600);
  try {
    await handle.writeFile(`${text}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await syncFolderOf(file);
}

/** The file has the old content or the new one, also after a crash. */
export async function replaceKeyFile(file: string, by: string): Promise<void> {
  await rename(by, file);
  await syncFolderOf(file);
}

async function syncFolderOf(file: string): Promise<void> {
  const directory = await open(dirname(file), 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}
