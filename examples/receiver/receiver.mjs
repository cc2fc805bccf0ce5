// Shows the events that a webhook of Intake sends, and whether their signatures are right.
//
//   npm install standardwebhooks && WEBHOOK_SECRET=whsec_… node receiver.mjs
//
// Its address for the webhook: http://localhost:4000/ (the operator allows it with WEBHOOK_ALLOW_PRIVATE=1).

import { createServer } from 'node:http';
import { Webhook } from 'standardwebhooks';

const { WEBHOOK_SECRET = '', PORT = '4000' } = process.env;
if (WEBHOOK_SECRET === '') {
  console.error('Set WEBHOOK_SECRET to the secret that the portal showed for the webhook.');
  process.exit(1);
}
const webhook = new Webhook(WEBHOOK_SECRET);

const server = createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request.setEncoding('utf8')) body += chunk;
  try {
    const { type, data } = webhook.verify(body, request.headers);
    const { sequence, changes, applicationId } = data;
    console.log(new Date().toISOString(), type, applicationId ?? '', sequence ?? '', JSON.stringify(changes ?? data));
    response.writeHead(204).end();
  } catch (error) {
    console.error(new Date().toISOString(), 'refused:', error.message);
    response.writeHead(401).end('The signature is wrong.');
  }
});
server.listen(Number(PORT), () => console.log(`Waiting for events at http://localhost:${server.address().port}/`));
