import { fastify } from 'fastify';
import { sendTogether } from './send-together.js';

/** Lets everything happen that does not wait for the next turn of the event loop. */
const restOfTurn = () =>
  new Promise<void>((resolve) => queueMicrotask(() => process.nextTick(resolve)));

describe(sendTogether.name, () => {
  it('keeps answers until the turn ends', async () => {
    const app = fastify();
    sendTogether(app);
    const sentWithinTurn: boolean[] = [];
    app.get('/', async (_request, reply) => {
      void reply.send('ready');
      await restOfTurn();
      sentWithinTurn.push(reply.raw.headersSent);
      return reply;
    });
    const answers = await Promise.all([app.inject('/'), app.inject('/')]);
    expect(answers.map(({ body }) => body)).toEqual(['ready', 'ready']);
    expect(sentWithinTurn).toEqual([false, false]);
  });
});
