import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import type { Environment } from '#libs/config/src/environment.js';
import { ManualClock } from '../../../../test/support/manual-clock.ts';
import { OutboxTransport } from './outbox.transport.js';
import { useFolder } from '../../../../test/support/use-folder.ts';

const MAIL = {
  id: 'key-approved-1-1',
  kind: 'key-approved',
  to: 'ada@example.org',
  subject: 'Your API key',
  text: 'It is mnbd_x.',
  html: '<p>It is mnbd_x.</p>',
  httpRequestId: null,
};

describe(OutboxTransport.name, () => {
  const inFolder = useFolder();
  let outbox: string;
  let transport: OutboxTransport;

  beforeEach(async () => {
    outbox = inFolder('outbox');
    transport = new OutboxTransport(
      {
        DATA_DIR: inFolder(),
        SITE_NAME: 'North Shore Directory',
        PUBLIC_URL: 'https://directory.test',
        MAIL_FROM: 'directory@directory.test',
      } as Environment,
      new ManualClock(),
    );
  });

  it('writes each mail to a separate file that only its owner can read', async () => {
    await transport.send(MAIL);
    await transport.send({ ...MAIL, id: 'key-approved-2-1' });
    const names = (await readdir(outbox)).sort();
    expect(names).toEqual([
      '20261121T120000000Z-key-approved-1-1.eml',
      '20261121T120000000Z-key-approved-2-1.eml',
    ]);
    const path = join(outbox, names[0]!);
    const mail = await PostalMime.parse(await readFile(path));
    expect([mail.subject, mail.text?.trim(), mail.to?.[0]?.address]).toEqual([
      MAIL.subject,
      MAIL.text,
      MAIL.to,
    ]);
    expect(mail.messageId).toBe(`<${MAIL.id}@directory.test>`);
    expect([(await stat(path)).mode & 0o777, (await stat(outbox)).mode & 0o777]).toEqual([
      0o600, 0o700,
    ]);
  });

  it('includes the id of the request that caused it, if any', async () => {
    const requestIds = [];
    for (const httpRequestId of ['req-7', null]) {
      await transport.send({ ...MAIL, httpRequestId });
      const [name] = await readdir(outbox);
      const { headers } = await PostalMime.parse(await readFile(join(outbox, name!)));
      requestIds.push(headers.find(({ key }) => key === 'x-request-id')?.value);
    }
    expect(requestIds).toEqual(['req-7', undefined]);
  });

  it('deletes a partly written mail, because its secret is void', async () => {
    const name = '20261121T120000000Z-key-approved-1-1.eml';
    await mkdir(join(outbox, name), { recursive: true });
    await expect(transport.send(MAIL)).rejects.toMatchObject({ outcome: 'deferred' });
    expect(await readdir(outbox)).toEqual([name]);
  });

  it('reports a missing folder before the first mail', async () => {
    await transport.check();
    await rm(inFolder(), { recursive: true });
    const failure = { outcome: 'deferred', message: expect.stringContaining(inFolder()) as string };
    await expect(transport.check()).rejects.toMatchObject(failure);
    await mkdir(inFolder());
  });

  it('reports the path that cannot be written, leaves no partial file, and recovers', async () => {
    await writeFile(outbox, 'No folder.');
    const failure = { outcome: 'deferred', message: expect.stringContaining(outbox) as string };
    await expect(transport.send(MAIL)).rejects.toMatchObject(failure);
    await rm(outbox);
    await transport.check();
    await transport.send(MAIL);
    expect(await readdir(outbox)).toHaveLength(1);
    await transport.check();
  });
});
