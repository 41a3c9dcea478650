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
  /** Makes the server respond at the end of a mail. */
  let answers: boolean;
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
      onData(stream, _session, done) {
        stream.resume().on('end', () => answers && done());
      },
    });
    transport = transportTo(server.url);
  });
  afterAll(async () => {
    server.cut();
    await server.stop();
  });

  it('stops waiting for a silent server when aborted, as possibly delivered', async () => {
    answers = true;
    await transport.send(MAIL, new AbortController().signal);
    answers = false;
    const failure = { outcome: 'uncertain', message: expect.stringMatching(/abort/i) as string };
    await expect(transport.send(MAIL, AbortSignal.timeout(50))).rejects.toMatchObject(failure);
  });

  it('fails the check if the server is unreachable or rejects the password', async () => {
    await transport.check();
    const failure = (message: RegExp) => ({
      outcome: 'deferred',
      message: expect.stringMatching(message) as string,
    });
    const nobody = transportTo('smtp://127.0.0.1:1');
    await expect(nobody.check()).rejects.toMatchObject(failure(/ECONNREFUSED/));
    const guest = transportTo(server.url.replace('//', '//guest:wrong@'));
    await expect(guest.check()).rejects.toMatchObject(failure(/./));
  });
});

describe(outcomeOf.name, () => {
  const error = (fields: object) => Object.assign(new Error('x'), fields);

  it.each([
    ['a missing mailbox', { code: 'EENVELOPE', responseCode: 550, permanent: true }, 'rejected'],
    ['a refused message', { code: 'EMESSAGE', responseCode: 554, permanent: true }, 'rejected'],
    ['a full mailbox', { code: 'EENVELOPE', responseCode: 452, permanent: false }, 'deferred'],
    ['our own wrong password', { code: 'EAUTH', responseCode: 535, permanent: true }, 'deferred'],
    ['a server that is not up', { code: 'ESOCKET', syscall: 'connect' }, 'deferred'],
    ['a server whose certificate is not valid', { code: 'ETLS' }, 'deferred'],
    ['a name that does not resolve', { code: 'EDNS' }, 'deferred'],
    ['a connection that broke', { code: 'ECONNECTION', command: 'CONN' }, 'uncertain'],
    ['a server that fell silent', { code: 'ETIMEDOUT' }, 'uncertain'],
    ['our own deadline', { code: 'EABORT' }, 'uncertain'],
  ])('classifies %s', (_what, fields, outcome) => {
    expect(outcomeOf(error(fields))).toBe(outcome);
  });
});
