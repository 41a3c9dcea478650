import { outcomeOf } from './smtp.transport.js';

describe(outcomeOf.name, () => {
  const error = (fields: object) => Object.assign(new Error('x'), fields);

  it.each([
    [
      'a mailbox that is not there',
      { code: 'EENVELOPE', responseCode: 550, permanent: true },
      'rejected',
    ],
    [
      'a message that is refused',
      { code: 'EMESSAGE', responseCode: 554, permanent: true },
      'rejected',
    ],
    [
      'a mailbox that is full for now',
      { code: 'EENVELOPE', responseCode: 452, permanent: false },
      'deferred',
    ],
    ['our own wrong password', { code: 'EAUTH', responseCode: 535, permanent: true }, 'deferred'],
    ['a server that is not up', { code: 'ESOCKET', syscall: 'connect' }, 'deferred'],
    ['a name that does not resolve', { code: 'EDNS' }, 'deferred'],
    ['a connection that broke', { code: 'ECONNECTION', command: 'CONN' }, 'uncertain'],
    ['a server that fell silent', { code: 'ETIMEDOUT' }, 'uncertain'],
    ['our own deadline', { code: 'EABORT' }, 'uncertain'],
  ])('of %s', (_what, fields, outcome) => {
    expect(outcomeOf(error(fields))).toBe(outcome);
  });
});
