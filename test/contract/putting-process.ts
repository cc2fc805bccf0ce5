import { openDiskFileStore } from '../../commands/file-store/disk/file-store.ts';

const [directory = '', count = '1'] = process.argv.slice(2);
const store = await openDiskFileStore({ directory });
for (let n = 0; n < Number(count); n += 1) await store.put(`file-${n}`, Buffer.from(`content ${n}`));
