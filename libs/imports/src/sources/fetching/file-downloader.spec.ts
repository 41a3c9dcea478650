import type { LookupAddress, lookup } from 'node:dns';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { type FileServer, startFileServer } from '../../../../../test/support/file-server.ts';
import { FileDownloader, type Validators } from './file-downloader.js';

const UNKNOWN: Validators = { etag: null, lastModified: null };

describe(FileDownloader.name, () => {
  let files: FileServer;

  beforeAll(async () => {
    files = await startFileServer();
  });
  afterAll(() => files.stop());
  beforeEach(() => {
    files.requests = [];
    files.answer = (_, response) => response.end('name,city\n');
  });

  const signal = () => AbortSignal.timeout(10_000);
  const downloading = (options = {}) =>
    new FileDownloader({
      isAllowed: (address) => address === '127.0.0.1',
      ca: files.ca,
      ...options,
    });
  const download = (url: string, known = UNKNOWN, downloader = downloading()) =>
    downloader.download(url, known, signal());
  /** Resolves each host name to these addresses, one list after another. */
  const resolving = (...answers: string[][]) => {
    const asked: string[] = [];
    const resolve = ((
      host: string,
      _: object,
      done: (error: null, found: LookupAddress[]) => void,
    ) => {
      asked.push(host);
      const found = answers[Math.min(asked.length, answers.length) - 1]!;
      done(
        null,
        found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      );
    }) as unknown as typeof lookup;
    return { asked, resolve };
  };

  it('returns the file with its validators', async () => {
    files.answer = (_, response) => {
      response.setHeader('etag', '"1"');
      response.setHeader('last-modified', 'Sat, 21 Nov 2026 12:00:00 GMT');
      response.end('name,city\n');
    };
    const { content, ...validators } = (await download(`${files.url}/a.csv`))!;
    expect(await text(content)).toBe('name,city\n');
    expect(validators).toEqual({ etag: '"1"', lastModified: 'Sat, 21 Nov 2026 12:00:00 GMT' });
  });

  it('unpacks a response compressed with gzip, and refuses other encodings', async () => {
    files.answer = (_, response) => {
      response.setHeader('content-encoding', 'gzip');
      response.end(gzipSync('name,city\n'));
    };
    expect(await text((await download(files.url))!.content)).toBe('name,city\n');
    expect(files.requests[0]!['accept-encoding']).toBe('gzip');
    files.answer = (_, response) => response.setHeader('content-encoding', 'br').end('?');
    await expect(download(files.url)).rejects.toThrow('unknown encoding br');
  });

  it('sends the validators it has, and reports an unchanged file', async () => {
    files.answer = (_, response) => response.writeHead(304).end();
    const known = { etag: '"1"', lastModified: 'Sat, 21 Nov 2026 12:00:00 GMT' };
    expect(await download(files.url, known)).toBeUndefined();
    expect(files.requests[0]).toMatchObject({
      'if-none-match': '"1"',
      'if-modified-since': 'Sat, 21 Nov 2026 12:00:00 GMT',
    });
    await expect(download(files.url)).rejects.toThrow('returned the status 304.');
  });

  it('refuses every address but public ones unless told otherwise', async () => {
    const { ca } = files;
    for (const host of ['127.0.0.1', '2130706433', '0x7f.1', '[::1]', '[::ffff:127.0.0.1]']) {
      await expect(
        download(`https://${host}:${files.port}/`, UNKNOWN, new FileDownloader({ ca })),
      ).rejects.toThrow('is not a host on the public internet.');
    }
    for (const address of ['127.0.0.1', '10.0.0.1', '::ffff:127.0.0.1', 'fe80::1']) {
      const downloader = new FileDownloader({ ca, ...resolving([address]) });
      const url = `https://files.example.com:${files.port}/`;
      await expect(download(url, UNKNOWN, downloader)).rejects.toThrow(
        'files.example.com is not a host on the public internet.',
      );
    }
    expect(files.requests).toEqual([]);
  });

  it('connects only to the addresses of its one lookup that it checked', async () => {
    const { asked, resolve } = resolving(['10.0.0.1', '127.0.0.1'], ['10.0.0.1']);
    const url = `https://files.example.com:${files.port}/`;
    expect(await download(url, UNKNOWN, downloading({ resolve }))).toBeDefined();
    expect(asked).toEqual(['files.example.com']);
    await expect(download(url, UNKNOWN, downloading({ resolve }))).rejects.toThrow(
      'public internet',
    );
  });

  it('checks the address again once it is connected, before it sends anything', async () => {
    let checks = 0;
    const { resolve } = resolving(['127.0.0.1']);
    const downloader = downloading({ resolve, isAllowed: () => ++checks === 1 });
    const url = `https://files.example.com:${files.port}/`;
    await expect(download(url, UNKNOWN, downloader)).rejects.toThrow('public internet');
    expect(files.requests).toEqual([]);
  });

  it('follows up to five redirects, each checked like the first URL', async () => {
    const redirect = (...locations: string[]) => {
      files.requests = [];
      files.answer = (_, response) => {
        const location = locations[files.requests.length - 1];
        if (location) response.writeHead(302, { location }).end();
        else response.end('name,city\n');
      };
    };
    redirect(...Array.from({ length: 5 }, (_, index) => `/${index}`));
    expect(await text((await download(files.url))!.content)).toBe('name,city\n');
    redirect(...Array.from({ length: 6 }, (_, index) => `/${index}`));
    await expect(download(files.url)).rejects.toThrow('redirects more than 5 times.');
    for (const location of ['http://127.0.0.1/', 'file:///etc/passwd', 'https://a:b@127.0.0.1/']) {
      redirect(location);
      await expect(download(files.url)).rejects.toThrow('not a plain https:// URL');
    }
    redirect('https://169.254.169.254/latest/meta-data');
    await expect(download(files.url)).rejects.toThrow('169.254.169.254 is not a host');
    redirect('https://');
    await expect(download(files.url)).rejects.toThrow('invalid URL');
  });

  it('rejects other statuses and untrusted certificates', async () => {
    files.answer = (_, response) => response.writeHead(404).end();
    await expect(download(files.url)).rejects.toThrow('returned the status 404.');
    await expect(
      download(files.url, UNKNOWN, downloading({ ca: undefined })),
    ).rejects.toMatchObject({ code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' });
  });

  it('gives up a host that sends nothing, before or within the file', async () => {
    const patient = downloading({ idleMs: 50 });
    const sentence = /sent nothing for 0.05 seconds\.$/;
    files.answer = () => {};
    await expect(download(files.url, UNKNOWN, patient)).rejects.toThrow(sentence);
    files.answer = (_, response) => void response.write('name,city\n');
    const { content } = (await download(files.url, UNKNOWN, patient))!;
    await expect(text(content)).rejects.toThrow(sentence);
  });

  it('stops in the middle of a file if aborted', async () => {
    files.answer = (_, response) => void response.write('name,city\n');
    const aborting = new AbortController();
    const file = await downloading().download(files.url, UNKNOWN, aborting.signal);
    const reading = text(file!.content);
    aborting.abort();
    await expect(reading).rejects.toThrow();
  });
});
