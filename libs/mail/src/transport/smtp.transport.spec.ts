import type { Environment } from '#libs/config/src/environment.js';
import { type MailServer, startMailServer } from '../../../../test/support/mail-server.ts';
import { outcomeOf, SmtpTransport } from './smtp.transport.js';

const MAIL = {
  id: 'key-approved-1-1',
  kind: 'key-approved',
  to: 'ada@example.org',
  subject: 'Your API key',
  text: 'It is mnbd_x.',
  html: '<p>It is mnbd_x.</p>',
  httpRequestId: null,
};

describe(SmtpTransport.name, () => {
  let server: MailServer;
  /** Offers TLS with an expired certificate. */
  let impostor: MailServer;
  /** Called when the server has read a mail. */
  let respond: (done: (refusal?: Error) => void) => void;
  let transport: SmtpTransport;
  const transportTo = (url: string) =>
    new SmtpTransport({
      SMTP_URL: url,
      SITE_NAME: 'North Shore Directory',
      PUBLIC_URL: 'https://directory.test',
      MAIL_FROM: 'directory@directory.test',
    } as Environment);

  beforeAll(async () => {
    server = await startMailServer({
      onMail: (_mail, done) => respond(done),
    });
    impostor = await startMailServer({ disabledCommands: [] });
    transport = transportTo(server.url);
  });
  afterAll(async () => {
    for (const each of [server, impostor]) {
      each.cut();
      await each.stop();
    }
  });

  it('stops waiting for a silent server when aborted, as possibly delivered', async () => {
    const deadline = new AbortController();
    respond = (done) => done();
    await transport.send(MAIL, deadline.signal);
    respond = () => deadline.abort();
    const failure = { outcome: 'uncertain', message: expect.stringMatching(/abort/i) as string };
    await expect(transport.send(MAIL, deadline.signal)).rejects.toMatchObject(failure);
  });

  it.each([
    ['is deferred if it is refused for now', 'deferred', 451, '451 4.3.0 Not now'],
    ['is rejected if it is refused for good', 'rejected', 554, '554 4.3.0 Not now'],
    ['may have arrived if the connection breaks', 'uncertain', undefined, /Connection/],
  ])('a mail that the server has read %s', async (_, outcome, responseCode, message) => {
    respond = (done) => {
      if (responseCode) done(Object.assign(new Error('4.3.0 Not now'), { responseCode }));
      else server.cut();
    };
    const failure = { outcome, message: expect.stringMatching(message) as string };
    const { signal } = new AbortController();
    await expect(transport.send(MAIL, signal)).rejects.toMatchObject(failure);
  });

  it('fails the check and defers mails if it cannot connect or sign in', async () => {
    await transport.check();
    const failures: [url: string, message: RegExp][] = [
      ['smtp://127.0.0.1:1', /ECONNREFUSED/],
      [server.url.replace('//', '//guest:wrong@'), /./],
      [impostor.url, /certificate/],
    ];
    for (const [url, message] of failures) {
      const failure = { outcome: 'deferred', message: expect.stringMatching(message) as string };
      const broken = transportTo(url);
      await expect(broken.check()).rejects.toMatchObject(failure);
      const sent = broken.send(MAIL, new AbortController().signal);
      await expect(sent).rejects.toMatchObject(failure);
    }
  });
});

describe(outcomeOf.name, () => {
  const error = (fields: object) => Object.assign(new Error('x'), fields);

  it.each([
    ['a missing mailbox', { code: 'EENVELOPE', responseCode: 550, permanent: true }, 'rejected'],
    ['a full mailbox', { code: 'EENVELOPE', responseCode: 452, permanent: false }, 'deferred'],
    ['a server that fell silent', { code: 'ETIMEDOUT' }, 'uncertain'],
  ])('classifies %s', (_what, fields, outcome) => {
    expect(outcomeOf(error(fields))).toBe(outcome);
  });
});
