import { Logger } from '@nestjs/common';
import { execFileSync } from 'node:child_process';
import { appendFileSync, copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:tls';
import { EnvironmentError } from '#libs/config/src/environment.js';
import { loadEnvironment } from '#libs/config/src/load-environment.js';
import { eventually } from '../../../../test/support/eventually.ts';
import { fakeTimers } from '../../../../test/support/fake-timers.ts';
import { TestCertificate } from '../../../../test/support/test-certificate.ts';
import { ServerCertificate } from './server-certificate.js';

describe(ServerCertificate.name, () => {
  const own = new TestCertificate();
  const other = new TestCertificate();
  const files = [own.file, own.keyFile].map((file) => [file, readFileSync(file)] as const);

  beforeEach(() => {
    jest.spyOn(Logger.prototype, 'log').mockImplementation();
    for (const [file, content] of files) writeFileSync(file, content);
  });
  afterAll(() => {
    own.remove();
    other.remove();
  });
  afterEach(() => {
    jest.useRealTimers();
    jest.restoreAllMocks();
  });

  const load = (now?: () => number) =>
    ServerCertificate.of(
      loadEnvironment({ TLS_CERT_FILE: own.file, TLS_KEY_FILE: own.keyFile }),
      now,
    );

  it('is undefined if the environment sets none', () => {
    expect(ServerCertificate.of(loadEnvironment({}))).toBeUndefined();
  });

  const encrypt = () => {
    const options = ['-in', own.keyFile, '-aes256', '-passout', 'pass:hunter2'];
    writeFileSync(own.keyFile, execFileSync('openssl', ['pkey', ...options]));
  };

  it.each([
    ['a missing certificate', () => rmSync(own.file), /^TLS_CERT_FILE must be .* \(ENOENT\)\.$/],
    ['a missing key', () => rmSync(own.keyFile), /^TLS_KEY_FILE must be .* \(ENOENT\)\.$/],
    ['garbage', () => writeFileSync(own.file, 'hunter2'), /^TLS_CERT_FILE must contain a PEM/],
    ['a garbage key', () => writeFileSync(own.keyFile, 'hunter2'), /^TLS_KEY_FILE must contain/],
    ['the key as certificate', () => copyFileSync(own.keyFile, own.file), /^TLS_CERT_FILE must/],
    ['an encrypted key', encrypt, /^The key in TLS_KEY_FILE is encrypted\. Decrypt it/],
    ['another key', () => copyFileSync(other.keyFile, own.keyFile), /do not match/],
    [
      'a damaged certificate of the chain',
      () => appendFileSync(own.file, `-----BEGIN CERTIFICATE-----\nhunter2`),
      /^OpenSSL refuses TLS_CERT_FILE or TLS_KEY_FILE \(.+\)\. Replace damaged/,
    ],
  ])('refuses %s with a message that quotes nothing of it', (_, spoil, sentence) => {
    spoil();
    expect(load).toThrow(EnvironmentError);
    expect(load).toThrow(sentence);
    expect(load).not.toThrow('hunter2');
  });

  it('refuses a certificate that has expired or is not valid yet', () => {
    const expires = load()!.expiresAt.getTime();
    expect(() => load(() => expires)).toThrow(/expired on 20\S+Z\. Renew it\.$/);
    expect(() => load(() => expires - 1)).not.toThrow();
    expect(() => load(() => 0)).toThrow(/is not valid before 20/);
  });

  describe('in use by a server', () => {
    let certificate: ServerCertificate;
    let server: Server;
    let logged: jest.SpyInstance;

    beforeEach(async () => {
      logged = jest.spyOn(Logger.prototype, 'error').mockImplementation();
      certificate = load()!;
      server = createServer(certificate.context);
      certificate.showOn(server);
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    });
    afterEach(async () => {
      await certificate.close();
      server.close();
    });

    /** Reports whether a new connection gets a certificate of this authority. */
    const isShown = async ({ authorityFile }: TestCertificate): Promise<boolean> => {
      const { port } = server.address() as AddressInfo;
      const socket = connect({ host: '127.0.0.1', port, ca: readFileSync(authorityFile) });
      const shown = await new Promise<boolean>((resolve) => {
        socket.once('secureConnect', () => resolve(true)).once('error', () => resolve(false));
      });
      socket.destroy();
      return shown;
    };
    const renew = () => {
      copyFileSync(other.file, own.file);
      copyFileSync(other.keyFile, own.keyFile);
    };

    it('is checked every ten seconds, and replaced once two checks find the same files', async () => {
      fakeTimers();
      certificate.watch();
      renew();
      jest.advanceTimersByTime(9_999);
      expect(await isShown(own)).toBe(true);
      jest.advanceTimersByTime(1);
      // The check has run by the last of these ticks.
      for (let i = 0; i < 5; i++) expect(await isShown(own)).toBe(true);
      let looks = 1;
      const isRenewed = async () => {
        looks += 1;
        jest.advanceTimersByTime(10_000);
        return isShown(other);
      };
      expect(await eventually(isRenewed)).toBe(true);
      expect(looks).toBeLessThan(10);
    });

    it('is replaced once both files are written, and a mismatched pair is reported once', async () => {
      certificate.watch(1);
      copyFileSync(other.file, own.file);
      await eventually(() => logged.mock.calls.length > 0);
      // Each connection takes longer than several checks.
      for (let i = 0; i < 10; i++) expect(await isShown(other)).toBe(false);
      expect(logged).toHaveBeenCalledTimes(1);
      copyFileSync(other.keyFile, own.keyFile);
      expect(await eventually(() => isShown(other))).toBe(true);
      expect(logged).toHaveBeenCalledTimes(1);
    });

    it('is replaced once a new one becomes valid', async () => {
      let now = Date.now();
      const early = load(() => now)!;
      early.showOn(server);
      now = 0;
      renew();
      early.watch(1);
      await eventually(() => logged.mock.calls.length > 0);
      now = Date.now();
      expect(await eventually(() => isShown(other))).toBe(true);
      expect(logged).toHaveBeenCalledTimes(1);
      await early.close();
    });

    it('stays in use while its files are missing, and the reason is logged once', async () => {
      rmSync(own.file);
      certificate.watch(1);
      await eventually(() => logged.mock.calls.length > 0);
      for (let i = 0; i < 3; i++) expect(await isShown(own)).toBe(true);
      renew();
      expect(await eventually(() => isShown(other))).toBe(true);
      expect(logged.mock.calls).toEqual([[expect.stringContaining('TLS_CERT_FILE must be')]]);
    });

    it('stays in use if the new one is invalid, and the reason is logged', async () => {
      copyFileSync(other.file, own.file);
      certificate.reload();
      expect(await isShown(own)).toBe(true);
      expect(logged).toHaveBeenCalledWith(
        expect.stringMatching(/Could not reload the certificate\. .*do not match/),
      );
    });
  });
});
