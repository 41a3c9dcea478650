import { once } from 'node:events';
import { eventually } from '../support/eventually.ts';
import { freePort } from '../support/free-port.ts';
import { startProcess } from '../support/program-process.ts';
import { runOnTerminal } from '../support/terminal.ts';
import { useSharedFolder } from '../support/use-folder.ts';

const JSON_LINE = /^\{/m;
const CONTROL_C = '\u0003';
const CREATED = /Created the database \(version [\d.]+\)/g;

describe('the log', () => {
  const inFolder = useSharedFolder();
  let env: { DATA_DIR: string; SAMPLE_DATA: string };

  beforeAll(async () => {
    env = { DATA_DIR: inFolder('data'), SAMPLE_DATA: 'false' };
  });

  it('is readable without colors if LOG_FORMAT is pretty, and reports a new database once', async () => {
    const program = await startProcess({ ...env, LOG_FORMAT: 'pretty', LOG_LEVEL: 'info' });
    expect(program.output()).toMatch(/^\[\d\d:\d\d:\d\d\] INFO: Start: \w/m);
    expect(program.output()).not.toMatch(JSON_LINE);
    expect(program.output()).not.toContain('\u001b');
    expect(program.output().match(CREATED)).toHaveLength(1);
    expect(program.output()).not.toContain('migration');
    await program.stop();
  });

  it.each([
    ['is readable', {}, false],
    ['is JSON if LOG_FORMAT is json', { LOG_FORMAT: 'json' }, true],
  ])('on a terminal %s', async (_, format, isJson) => {
    const settings = { ...env, ...format, PORT: String(await freePort()) };
    const terminal = runOnTerminal(['dist/api.js'], settings);
    let output = '';
    terminal.stdout.on('data', (text: string) => (output += text));
    const ended = once(terminal, 'close');
    await eventually(() => output.includes('Listening on'), 60_000);
    expect(output).toContain('request an API key');
    expect(JSON_LINE.test(output)).toBe(isJson);
    expect(output.includes('INFO')).toBe(!isJson);
    terminal.stdin.write(CONTROL_C);
    await ended;
  });
});
