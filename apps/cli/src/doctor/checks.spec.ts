import { X509Certificate } from 'node:crypto';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import type { Environment } from '#libs/config/src/environment.js';
import { loadEnvironment } from '#libs/config/src/load-environment.js';
import { ManualClock } from '../../../../test/support/manual-clock.ts';
import { TestCertificate } from '../../../../test/support/test-certificate.ts';
import { useFolder } from '../../../../test/support/use-folder.ts';
import { checkCertificate, checkClock, checkDisk } from './checks.js';

const DAY = 86_400_000;

describe(checkCertificate.name, () => {
  const certificate = new TestCertificate();
  const expiresAt = new Date(new X509Certificate(readFileSync(certificate.file)).validTo).getTime();
  const environment = loadEnvironment(certificate.env);
  afterAll(() => certificate.remove());

  it.each([
    ['ok', 'at least 14 days before it expires', 14 * DAY],
    ['warning', 'later', 14 * DAY - 1],
    ['problem', 'once it has expired', 0],
  ])('reports %s %s', (state, _, left) => {
    const findings = checkCertificate(environment, new ManualClock(expiresAt - left));
    expect(findings).toMatchObject([{ check: 'certificate', state }]);
  });

  it('reports nothing if the environment sets none', () => {
    expect(checkCertificate(loadEnvironment({}), new ManualClock())).toEqual([]);
  });
});

describe(checkClock.name, () => {
  it.each([
    ['ok', 2_000, 0],
    ['warning', 2_001, 0],
    ['warning', -2_001, 0],
    // The response time is the uncertainty of the reading.
    ['ok', 2_500, 500],
    ['warning', 2_501, 500],
  ])('returns %s for a difference of %i ms read in %i ms', (state, apart, roundTripMs) => {
    const now = Date.parse('2026-11-22T12:00:00Z');
    expect(checkClock('database', now + apart, now, roundTripMs).state).toBe(state);
  });

  it('states which clock is ahead', () => {
    expect(checkClock('database', 0, 5_000, 0).finding).toBe(
      'The clock is 5.0 s ahead of the database.',
    );
    expect(checkClock('database', 5_000, 0, 0).finding).toBe(
      'The clock is 5.0 s behind the database.',
    );
  });
});

describe(checkDisk.name, () => {
  const inFolder = useFolder();

  it('reports a folder that the server would refuse', async () => {
    const findingOf = async (DATA_DIR: string) => {
      const { state, finding } = await checkDisk({ DATA_DIR } as Environment);
      return `${state}: ${finding}`;
    };
    const file = inFolder('notes.txt');
    writeFileSync(file, '');
    chmodSync(inFolder(), 0o755);
    expect(await findingOf(inFolder())).toMatch(
      /^problem: DATA_DIR .* contains other files and is accessible to other users/,
    );
    expect(await findingOf(`${file}/new/data`)).toMatch(
      /^problem: DATA_DIR .* is a file or is below one/,
    );
  });
});
