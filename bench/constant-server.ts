import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Request, Response } from 'express';
import { createApp } from '../api/app.ts';
import { readConfig } from '../api/config/config.ts';
import { NO_FAIR_SHARES } from '../api/http/fair-shares.ts';
import { NO_READ_BUDGET } from '../api/http/read-budget.ts';
import { startServer } from '../api/server.ts';
import { dataPaths } from '../api/storage/data-directory.ts';

/** `constant-server.ts DATA_DIR BYTES`: the server's Express application with a constant answer instead of its routes. */
const [dataDirectory = '', bytes = '0'] = process.argv.slice(2);
const config = readConfig({ DATA_DIR: dataDirectory, PORT: '0', DEMO: '0', LOG_LEVEL: 'warn' });
const { services } = await startServer(config);
const constant = JSON.stringify('x'.repeat(Number(bytes) - 2));
const app = createApp({
  ...services,
  contextOf: () => Promise.reject(new Error('This server has no calls of the contract')),
  routes: [],
  reads: NO_READ_BUDGET,
  recordAnswer: () => {},
  shares: NO_FAIR_SHARES,
  web: [(_request: Request, response: Response) => void response.type('json').send(constant)],
  outbox: dataPaths(dataDirectory).outbox,
  isDevelopment: false,
});
const server = createServer(app).listen(0, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
process.on('SIGTERM', () => process.exit(0));
