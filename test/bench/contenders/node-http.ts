import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { BODY } from './body.ts';

/** Bare node:http sending fixed bytes, the upper bound for a server on Node. */
const server = createServer((_request, response) => {
  response.setHeader('content-type', 'application/json');
  response.setHeader('content-length', BODY.length);
  response.end(BODY);
});
server.listen(0, '127.0.0.1', () => {
  process.send!(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
