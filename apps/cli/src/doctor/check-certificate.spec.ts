import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { loadEnvironment } from '#libs/config/src/load-environment.js';
import { ManualClock } from '../../../../test/support/manual-clock.ts';
import { TestCertificate } from '../../../../test/support/test-certificate.ts';
import { checkCertificate } from './check-certificate.js';

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
