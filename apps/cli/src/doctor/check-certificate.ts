import type { Clock } from '#libs/config/src/clock.js';
import { type Environment, EnvironmentError } from '#libs/config/src/environment.js';
import { ServerCertificate } from '#libs/http/src/listeners/server-certificate.js';
import { type Finding, ok, problem, warning } from './finding.js';

const DAY = 86_400_000;
/** The alert CertificateExpiring has the same limit. */
const SOON = 14 * DAY;

/** Checks the server's TLS certificate, if the environment sets one. */
export function checkCertificate(environment: Environment, clock: Clock): Finding[] {
  const now = clock.now().getTime();
  try {
    const certificate = ServerCertificate.of(environment, () => now);
    if (!certificate) return [];
    const finding = `The certificate expires on ${certificate.expiresAt.toISOString()}.`;
    return certificate.expiresAt.getTime() - now < SOON
      ? [warning('certificate', finding, 'Renew it; the server loads the new files by itself.')]
      : [ok('certificate', finding)];
  } catch (error) {
    if (!(error instanceof EnvironmentError)) throw error;
    return [problem('certificate', error.message, 'The server does not start with these files.')];
  }
}
