import { loadEnvironment } from '#libs/config/src/load-environment.js';
import { allowedHosts } from './allowed-hosts.js';

const ORIGIN = 'https://directory.example.org';

describe(allowedHosts.name, () => {
  const onLoopback = (ALLOWED_HOSTS?: string, address = '127.0.0.1') =>
    allowedHosts(loadEnvironment({ ALLOWED_HOSTS }), ORIGIN, address);
  const elsewhere = (ALLOWED_HOSTS?: string) => onLoopback(ALLOWED_HOSTS, '0.0.0.0');

  it.each([
    'localhost',
    'localhost:3000',
    'LocalHost.:99',
    '127.0.0.1:3000',
    '127.255.255.254',
    '[::1]:3000',
    '[0:0:0:0:0:0:0:1]',
    'directory.example.org',
    'Directory.Example.ORG.:443',
  ])('allows %s on loopback', (host) => {
    for (const address of ['127.0.0.1', '127.0.1.1', '::1']) {
      expect(onLoopback(undefined, address)(host)).toBe(true);
    }
  });

  it.each([
    undefined,
    '',
    'evil.example',
    'localhost.evil.example',
    'localhost@evil.example',
    'evil.example#localhost',
    '127.0.0.1.evil.example',
    '128.0.0.1',
    '0.0.0.0',
    '127.0.0.1:80:80',
    '[::1',
    '::1',
    '[::2]',
    'a.directory.example.org',
    'localhost, evil.example',
    'localhost..',
  ])('refuses %s on loopback', (host) => {
    expect(onLoopback()(host)).toBe(false);
  });

  it('refuses another host after an allowed one', () => {
    const allows = onLoopback();
    expect(['localhost', 'evil.example', 'localhost'].map(allows)).toEqual([true, false, true]);
  });

  it('also allows ALLOWED_HOSTS on loopback', () => {
    const allows = onLoopback('api.example.net');
    const hosts = ['api.example.net:8080', 'localhost', 'directory.example.org', 'evil.example'];
    expect(hosts.map(allows)).toEqual([true, true, true, false]);
  });

  it('allows any or no host elsewhere if ALLOWED_HOSTS is unset', () => {
    const hosts = ['evil.example', '10.0.0.1:3000', '', undefined];
    expect(hosts.map(elsewhere())).not.toContain(false);
  });

  it.each([
    ['api.example.net', true],
    ['one.example.net:3000', true],
    ['ONE.example.net.', true],
    ['two.one.example.net', false],
    ['example.net', false],
    ['.example.net', false],
    ['10.1.2.3:3000', true],
    ['[fd00::1]:3000', true],
    ['directory.example.org', true],
    ['localhost', false],
    [undefined, false],
  ])('checks %s against ALLOWED_HOSTS elsewhere: %s', (host, isAllowed) => {
    expect(elsewhere('*.example.net, 10.1.2.3, [FD00::1]')(host)).toBe(isAllowed);
  });
});
