import type { IncomingMessage } from 'node:http';
import { normalTarget } from './normal-target.js';

describe(normalTarget.name, () => {
  const targetOf = (url: string, host = 'a.example') => {
    const request = { url, headers: { host } } as IncomingMessage;
    return [normalTarget(request), request.headers.host];
  };

  it.each([
    ['/', '/'],
    ['/api/v1?q=a+b', '/api/v1?q=a+b'],
    ['/%61pi/%76%31/x', '/api/v1/x'],
    ['/%2E%2e/%7Euser/a%2Db%5Fc%30%5A%7a', '/../~user/a-b_c0Zz'],
    ['/a%2Fb%3Fc%25d%00%20?q=caf%C3%A9%26', '/a%2Fb%3Fc%25d%00%20?q=caf%C3%A9%26'],
    ['/%40%5B%60%7B%5e%7f%zz%', '/%40%5B%60%7B%5e%7f%zz%'],
    ['*', '/*'],
    ['#?limit=1', '/#?limit=1'],
  ])('maps %s to %s', (url, target) => {
    expect(targetOf(url)).toEqual([target, 'a.example']);
  });

  it('returns the path of an absolute URL and sets its host', () => {
    expect(targetOf('http://b.example/%61?x')).toEqual(['/a?x', 'b.example']);
    expect(targetOf('https://b.example?x')).toEqual(['/?x', 'b.example']);
  });
});
