import {
  DatabaseAwayError,
  DatabaseOverloadedError,
  DeadlineMissedError,
  isDatabaseUnavailable,
  isStoppedStatement,
  quietWhileAway,
} from './database-errors.js';

const withCode = (code: string, more = {}) =>
  Object.assign(new Error('It failed.'), { code, ...more });

describe(isDatabaseUnavailable.name, () => {
  it.each([
    ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN'],
    ...['EHOSTUNREACH', 'ENETUNREACH'],
    // PostgreSQL: connection, password, too many connections, shutdown, startup, unknown database,
    // standby.
    ...['08006', '28P01', '53300', '57P01', '57P03', '3D000', '25006'],
    // Prisma.
    ...['P1000', 'P1001', 'P1002', 'P1003', 'P1008', 'P1010', 'P1011', 'P1017'],
    ...['P2024', 'P2028', 'P2037'],
  ])('returns true for %s, however the error is nested', (code) => {
    const error = withCode(code);
    const errors = [
      error,
      { originalCode: code },
      { cause: error },
      { meta: error },
      { meta: { driverAdapterError: { cause: { originalCode: code } } } },
    ];
    expect(errors.map(isDatabaseUnavailable)).toEqual(errors.map(() => true));
  });

  it.each([
    'timeout exceeded when trying to connect',
    'timeout expired',
    'Connection terminated unexpectedly',
    'Query read timeout',
    'Client has encountered a connection error and is not queryable',
    'Cannot use a pool after calling end on the pool',
  ])('returns true for this pg message without a code: %s', (message) => {
    expect(isDatabaseUnavailable(new Error(message))).toBe(true);
  });

  it.each([
    new DatabaseAwayError('no answer'),
    new DatabaseOverloadedError(),
    new DeadlineMissedError(5_000),
    withCode('ENOENT', { syscall: 'connect' }),
  ])('returns true for %s', (error) => {
    expect(isDatabaseUnavailable(error)).toBe(true);
  });

  it.each([
    withCode('23505'),
    withCode('40001'),
    withCode('42P01'),
    withCode('P2002'),
    withCode('ENOENT', { syscall: 'open' }),
    withCode('EACCES'),
    new Error('A bug.'),
    'ECONNREFUSED',
    null,
    undefined,
  ])('returns false for %j', (error) => {
    expect(isDatabaseUnavailable(error)).toBe(false);
  });
});

describe(isStoppedStatement.name, () => {
  it.each([
    ['57014', true],
    ['P2028', true],
    ['57P01', false],
  ])('for code %s, returns %s', (code, isStopped) => {
    expect(isStoppedStatement({ cause: { originalCode: code } })).toBe(isStopped);
  });
});

describe(quietWhileAway.name, () => {
  it.each([
    ['an unavailable database', withCode('ECONNREFUSED'), 0],
    ['a canceled statement', withCode('57014'), 1],
    ['another error', new Error('A bug.'), 1],
  ])('logs errors, except those of an unavailable database: %s', (_, error, lines) => {
    const written = jest.fn();
    quietWhileAway({ error: written } as never).error('It failed.', error);
    expect(written).toHaveBeenCalledTimes(lines);
  });
});
