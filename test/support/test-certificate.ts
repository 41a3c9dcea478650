import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const NEW_KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1'];

/**
 * A certificate for 127.0.0.1 and files.example.com, issued by a private test authority that no client trusts by default.
 */
export class TestCertificate {
  private readonly folder = mkdtempSync(join(tmpdir(), 'certificate-'));
  /** Certificate of the issuing authority. */
  readonly authorityFile = join(this.folder, 'authority.pem');
  readonly file = join(this.folder, 'server.pem');
  readonly keyFile = join(this.folder, 'server.key');
  /** Environment variables for the program. */
  readonly env = { TLS_CERT_FILE: this.file, TLS_KEY_FILE: this.keyFile };

  constructor() {
    const authorityKey = join(this.folder, 'authority.key');
    const extensions = join(this.folder, 'extensions');
    writeFileSync(extensions, 'subjectAltName=IP:127.0.0.1,DNS:files.example.com\n');
    const request = join(this.folder, 'request.pem');
    openssl(
      ...['req', '-x509', ...NEW_KEY, '-nodes', '-subj', '/CN=Test authority'],
      ...['-keyout', authorityKey, '-out', this.authorityFile],
    );
    openssl(
      ...['req', ...NEW_KEY, '-nodes', '-subj', '/CN=127.0.0.1'],
      ...['-keyout', this.keyFile, '-out', request],
    );
    openssl(
      ...['x509', '-req', '-in', request, '-extfile', extensions, '-out', this.file],
      ...['-CA', this.authorityFile, '-CAkey', authorityKey, '-CAcreateserial'],
    );
  }

  remove(): void {
    rmSync(this.folder, { recursive: true });
  }
}

function openssl(...args: string[]): void {
  execFileSync('openssl', args, { stdio: 'ignore' });
}
