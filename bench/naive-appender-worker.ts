import { DatabaseSync } from 'node:sqlite';
import { type MessagePort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import type { EventToStore } from '../commands/event-store/port.ts';

export interface NaiveAppend {
  readonly id: number;
  readonly stream: string;
  readonly revision: number;
  readonly event: EventToStore;
}

export interface NaiveAnswer {
  readonly id: number;
  readonly isRefused: boolean;
}

/** One transaction for what has arrived, synced before it is answered. */
const { file, port } = workerData as { file: string; port: MessagePort };
const database = new DatabaseSync(file);
database.exec(`PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  CREATE TABLE events (
    position INTEGER PRIMARY KEY, stream TEXT NOT NULL, revision INTEGER NOT NULL, id TEXT NOT NULL, type TEXT NOT NULL,
    data TEXT NOT NULL, metadata TEXT NOT NULL, UNIQUE (stream, revision)
  );`);
const exists = database.prepare('SELECT EXISTS (SELECT 1 FROM events WHERE stream = ? AND revision = ?) AS found');
const insert = database.prepare(
  'INSERT INTO events (stream, revision, id, type, data, metadata) VALUES (?, ?, ?, ?, ?, ?)',
);

port.on('message', (first: NaiveAppend) => {
  const answers: NaiveAnswer[] = [];
  database.exec('BEGIN IMMEDIATE');
  for (let append: NaiveAppend | undefined = first; append; append = receiveMessageOnPort(port)?.message) {
    const { id, stream, revision, event } = append;
    const isRefused = exists.get(stream, revision)?.found === 1;
    if (!isRefused) insert.run(stream, revision, event.id, event.type, event.data, event.metadata);
    answers.push({ id, isRefused });
  }
  database.exec('COMMIT');
  for (const answer of answers) port.postMessage(answer);
});
