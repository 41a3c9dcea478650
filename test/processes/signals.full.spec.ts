import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { createAnyDatabase, type TestDatabase } from '../support/databases.ts';
import { eventually } from '../support/eventually.ts';
import { isAnswered } from '../support/is-answered.ts';
import { type SupervisedProgram, startProcess } from '../support/program-process.ts';

describe('shutdown', () => {
  let database: TestDatabase;
  let program: SupervisedProgram;

  beforeAll(async () => {
    database = await createAnyDatabase();
  });
  afterEach(() => program.kill());
  afterAll(() => database.drop());

  const start = async (env = {}) => (program = await startProcess({ ...database.env, ...env }));
  const signal = (name: NodeJS.Signals) => process.kill(program.pid, name);

  it('fails readiness first and keeps listening for the delay', async () => {
    await start({ SHUTDOWN_DELAY: '4' });
    const begun = performance.now();
    signal('SIGTERM');
    const refusal = await eventually(async () => {
      const response = await fetch(`${program.url}/health/ready`);
      return response.status === 503 ? response : undefined;
    });
    expect(await refusal.json()).toMatchObject({ status: 'unavailable', process: 'draining' });
    expect(refusal.headers.get('connection')).toBe('close');

    let lastAnswered = begun;
    while (await isAnswered(`${program.url}/health/live`)) {
      lastAnswered = performance.now();
      await delay(50);
    }
    expect(lastAnswered - begun).toBeGreaterThan(2_000);
    expect(await program.ended).toBe(0);
    expect(performance.now() - begun).toBeGreaterThan(3_990);
  });

  it('begins when the supervisor is gone, without waiting for idle connections', async () => {
    await start();
    const { port } = new URL(program.url);
    const open = async (text: string) => {
      const socket = connect(Number(port), '127.0.0.1').on('error', () => {});
      socket.write(text);
      await once(socket, 'data');
      return socket;
    };
    const idle = await open('GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n');
    const half = await open(
      'POST /api/v1/key-requests HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n' +
        'Expect: 100-continue\r\nContent-Length: 2\r\n\r\n{',
    );
    program.abandon();
    await once(idle, 'close');
    expect(half.readableEnded).toBe(false);
    half.write('}');
    const [answer] = await once(half, 'data');
    expect(String(answer)).toMatch(/^HTTP\/1.1 400 /);
    expect(await program.ended).toBe(0);
  });

  it('is immediate on a second signal, but not on a copy of the first', async () => {
    await start({ SHUTDOWN_DELAY: '60' });
    signal('SIGINT');
    signal('SIGINT');
    await delay(1_500);
    expect((await fetch(`${program.url}/health/live`)).status).toBe(200);
    signal('SIGTERM');
    const begun = performance.now();
    expect(await program.ended).toBe(128 + 15);
    expect(performance.now() - begun).toBeLessThan(30_000);
  });

  it('is orderly after an unhandled error, with one line and code 1', async () => {
    const throwing = `--import=data:text/javascript,${encodeURIComponent(
      "process.on('SIGUSR2', () => { throw new Error('out of the blue'); });",
    )}`;
    await start({ NODE_OPTIONS: throwing });
    signal('SIGUSR2');
    expect(await program.ended).toBe(1);
    const logged = program
      .output()
      .split('\n')
      .filter((line) => line.includes('out of the blue'));
    expect(logged).toHaveLength(1);
    expect(JSON.parse(logged[0]!)).toMatchObject({ level: 'fatal', msg: 'out of the blue' });
  });
});
