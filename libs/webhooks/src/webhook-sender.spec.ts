import { Logger } from '@nestjs/common';
import { createHash } from 'node:crypto';
import type { LookupAddress, lookup } from 'node:dns';
import fs from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { Webhook, WebhookVerificationError } from 'standardwebhooks';
import { AuditRepository } from '#libs/admin/src/audit/audit.repository.js';
import { AuditService } from '#libs/admin/src/audit/audit.service.js';
import type { Environment } from '#libs/config/src/environment.js';
import { DirectoryVersion } from '#libs/directory/src/directory-version.js';
import { DirectoryRepository } from '#libs/directory/src/directory.repository.js';
import { KeysRepository } from '#libs/keys/src/administration/keys.repository.js';
import { DeliveriesRepository } from '#libs/mail/src/deliveries/deliveries.repository.js';
import { MailService } from '#libs/mail/src/mail.service.js';
import { Metrics } from '#libs/metrics/src/metrics.js';
import { OutgoingRequests } from '#libs/outgoing/src/outgoing-requests.js';
import { type FileServer, startFileServer } from '../../../test/support/file-server.ts';
import { ManualClock } from '../../../test/support/manual-clock.ts';
import { useMigratedDatabase } from '../../../test/support/migrated-database.ts';
import { useSharedFolder } from '../../../test/support/use-folder.ts';
import { WebhookSecrets } from './webhook-secrets.js';
import { WebhookSender } from './webhook-sender.js';
import { WebhooksRepository } from './webhooks.repository.js';
import { WebhooksService } from './webhooks.service.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

interface Ping {
  headers: Record<string, string>;
  body: string;
}

describe(WebhookSender.name, () => {
  const served = useMigratedDatabase();
  const inFolder = useSharedFolder();
  let receiver: FileServer;
  let clock: ManualClock;
  let pings: Ping[];
  let status: number;
  let keyId: string;

  beforeAll(async () => {
    receiver = await startFileServer();
  });
  afterAll(() => receiver.stop());

  beforeEach(async () => {
    jest.spyOn(Logger.prototype, 'warn').mockReturnValue();
    clock = new ManualClock(Date.now());
    pings = [];
    status = 204;
    receiver.requests = [];
    receiver.answer = (request, response) => void record(request, response);
    await served.database.apiKey.deleteMany();
    await served.database.delivery.deleteMany();
    const key = { label: 'Guide', ownerName: 'Ada', ownerEmail: 'ada@example.org' };
    const created = await served.database.apiKey.create({ data: { ...key, limitPerHour: 1000 } });
    keyId = created.id;
  });
  afterEach(() => jest.restoreAllMocks());

  async function record(request: IncomingMessage, response: ServerResponse): Promise<void> {
    pings.push({ headers: request.headers as Ping['headers'], body: await text(request) });
    response.writeHead(status, { location: `${receiver.url}/elsewhere` }).end('x'.repeat(100_000));
  }

  /** Creates the sender and service as each process has them. */
  function start({ isAllowed = () => true, resolve, DATA_DIR = inFolder() }: Options = {}) {
    const { database } = served;
    const webhooks = new WebhooksRepository(database);
    const keys = new KeysRepository(database);
    const secrets = new WebhookSecrets({ DATA_DIR } as Environment);
    const requests = new OutgoingRequests({ isAllowed, resolve, ca: receiver.ca, idleMs: 200 });
    const metrics = new Metrics();
    const sender = new WebhookSender(
      webhooks,
      keys,
      new DirectoryVersion(database, new DirectoryRepository(database)),
      secrets,
      requests,
      new MailService(database, new DeliveriesRepository(database), { wake: () => {} }),
      clock,
      metrics,
    );
    const audit = new AuditService(new AuditRepository(database), clock);
    const service = new WebhooksService(database, webhooks, keys, secrets, requests, audit, clock);
    return { sender, service, metrics };
  }
  interface Options {
    isAllowed?: (address: string) => boolean;
    resolve?: typeof lookup;
    DATA_DIR?: string;
  }

  const register = async () => {
    const registered = await start().service.register(keyId, `${receiver.url}/hook`);
    clock.advance(MINUTE);
    return registered;
  };
  const sendDue = () => start().sender.work();
  const change = () =>
    served.database.category.create({
      data: { slug: `c-${Math.random()}`.replace('.', ''), name: 'Category' },
    });
  const state = () => served.database.webhook.findUniqueOrThrow({ where: { keyId } });

  it('sends a ping that a Standard Webhooks library verifies, and that contains no data', async () => {
    const { secret } = await register();
    await sendDue();
    const [ping] = pings;
    const { version } = await new DirectoryRepository(served.database).current();
    expect(new Webhook(secret).verify(ping!.body, ping!.headers)).toEqual({
      type: 'changes.available',
      timestamp: clock.now().toISOString(),
      data: { version },
    });
    expect(ping!.headers).toMatchObject({
      'webhook-id': `changes_${version}`,
      'content-type': 'application/json',
    });
    const forged = ping!.body.replace(version, '7777');
    expect(() => new Webhook(secret).verify(forged, ping!.headers)).toThrow(
      WebhookVerificationError,
    );
    const { secret: other } = await register();
    expect(() => new Webhook(other).verify(ping!.body, ping!.headers)).toThrow();
  });

  it('stores the secret encrypted for its key, with a key that only this user can read', async () => {
    const { secret } = await register();
    const stored = Buffer.from((await state()).secret);
    const bytes = Buffer.from(secret.replace('whsec_', ''), 'base64');
    expect(stored.includes(bytes)).toBe(false);
    expect(stored.includes(createHash('sha256').update(bytes).digest())).toBe(false);
    expect((await stat(inFolder('webhook.key'))).mode & 0o777).toBe(0o600);
    await mkdir(inFolder('elsewhere'));
    await start({ DATA_DIR: inFolder('elsewhere') }).sender.work();
    expect(pings).toEqual([]);
    expect((await state()).error).toContain('Register the webhook again.');
    expect(() =>
      new WebhookSecrets({ DATABASE_URL: 'postgres://x' } as Environment).mint(''),
    ).toThrow('Set WEBHOOK_KEY');
  });

  it('creates its key after the disk was full or the process was killed while writing it', async () => {
    const DATA_DIR = inFolder('full');
    await mkdir(DATA_DIR);
    jest.spyOn(fs, 'writeFileSync').mockImplementationOnce((path) => {
      fs.closeSync(fs.openSync(path as string, 'wx'));
      throw Object.assign(new Error('The disk is full.'), { code: 'ENOSPC' });
    });
    jest.spyOn(fs, 'rmSync').mockReturnValueOnce(undefined);
    const secrets = new WebhookSecrets({ DATA_DIR } as Environment);
    expect(() => secrets.mint(keyId)).toThrow('full');
    expect(secrets.mint(keyId).text).toMatch(/^whsec_/);
  });

  it('pings after changes only, at most once a minute', async () => {
    await register();
    await sendDue();
    clock.advance(HOUR);
    await sendDue();
    expect(pings).toHaveLength(1);
    await change();
    await sendDue();
    expect(pings).toHaveLength(2);
    clock.advance(MINUTE - 1);
    await change();
    await sendDue();
    expect(pings).toHaveLength(2);
    clock.advance(1);
    await sendDue();
    await sendDue();
    expect(pings).toHaveLength(3);
  });

  it('pings no more often if the webhook is registered again and again', async () => {
    await register();
    await sendDue();
    clock.advance(1);
    await start().service.remove(keyId);
    await start().service.register(keyId, `${receiver.url}/other`);
    clock.advance(MINUTE - 1);
    await sendDue();
    expect(pings).toHaveLength(1);
    clock.advance(1);
    await sendDue();
    expect(pings).toHaveLength(2);
  });

  it('sends each ping from only one of several processes', async () => {
    await register();
    await Promise.all([start(), start(), start()].map(({ sender }) => sender.work()));
    expect(pings).toHaveLength(1);
  });

  it('sends nothing for keys that do not work', async () => {
    await register();
    const update = (data: object) => served.database.apiKey.update({ where: { id: keyId }, data });
    await update({ state: 'suspended' });
    await sendDue();
    await update({ state: 'active', expiresAt: clock.now() });
    await sendDue();
    expect(pings).toEqual([]);
    await expect(register()).rejects.toThrow('does not work');
    await update({ expiresAt: null });
    await sendDue();
    expect(pings).toHaveLength(1);
  });

  it('retries with growing delays, then disables the webhook after three days with an email', async () => {
    await register();
    status = 500;
    const { sender, metrics } = start();
    await sender.work();
    const delays: number[] = [];
    for (let attempt = 0; attempt < 8; attempt++) {
      const { nextAt } = await state();
      const delay = nextAt.getTime() - clock.now().getTime();
      delays.push(delay / MINUTE);
      clock.advance(delay - 1);
      await sender.work();
      clock.advance(1);
      await sender.work();
    }
    expect(delays).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
    expect(pings).toHaveLength(9);
    expect(new Set(pings.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(await state()).toMatchObject({
      failures: 9,
      error: `127.0.0.1:${receiver.port} returned the status 500.`,
      disabledAt: null,
    });
    expect(await metrics.registry.metrics()).toContain('webhook_pings_total{outcome="failed"} 9');
    while ((await state()).disabledAt === null) {
      clock.advance(HOUR);
      await sender.work();
    }
    const { disabledAt, failingSince } = await state();
    const days = (disabledAt!.getTime() - failingSince!.getTime()) / (24 * HOUR);
    expect(Math.floor(days)).toBe(3);
    const sent = pings.length;
    const [mail, ...others] = await served.database.delivery.findMany();
    expect(mail).toMatchObject({ kind: 'webhook-disabled', recipient: 'ada@example.org' });
    expect(others).toEqual([]);
    clock.advance(24 * HOUR);
    await sender.work();
    expect(pings).toHaveLength(sent);
    status = 200;
    await register();
    await sender.work();
    expect(await state()).toMatchObject({ failures: 0, failingSince: null, disabledAt: null });
  });

  it('counts no time in which the key does not work as failing', async () => {
    await register();
    status = 500;
    await sendDue();
    const update = (state: 'active' | 'suspended') =>
      served.database.apiKey.update({ where: { id: keyId }, data: { state } });
    await update('suspended');
    clock.advance(4 * 24 * HOUR);
    await sendDue();
    await update('active');
    await sendDue();
    expect(pings).toHaveLength(2);
    expect(await state()).toMatchObject({
      failures: 1,
      failingSince: clock.now(),
      nextAt: new Date(clock.now().getTime() + MINUTE),
      disabledAt: null,
    });
  });

  it('forgets failures after a success', async () => {
    await register();
    status = 503;
    await sendDue();
    status = 200;
    clock.advance(MINUTE);
    await sendDue();
    expect(await state()).toMatchObject({ failures: 0, failingSince: null, error: null });
    expect((await state()).deliveredAt).toEqual(clock.now());
  });

  it('follows no redirect, and gives up a receiver that does not answer', async () => {
    await register();
    status = 302;
    await sendDue();
    expect(receiver.requests).toHaveLength(1);
    expect((await state()).error).toContain('returned the status 302.');
    receiver.answer = () => {};
    clock.advance(MINUTE);
    await sendDue();
    expect((await state()).error).toContain('sent nothing for 0.2 seconds.');
    receiver.answer = ({ socket }) =>
      void socket.write(
        'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n',
      );
    clock.advance(2 * MINUTE);
    await sendDue();
    expect((await state()).error).toBe('127.0.0.1 sent no response.');
  });

  it('returns the secret with its own URL when two registrations overlap', async () => {
    const { service } = start();
    const urls = [1, 2, 3].map((n) => `${receiver.url}/${n}`);
    const registered = await Promise.all(urls.map((url) => service.register(keyId, url)));
    expect(registered.map(({ url }) => url)).toEqual(urls);
  });

  it('refuses private addresses at registration, after the lookup and once connected', async () => {
    const isAllowed = (address: string) => address !== '127.0.0.1';
    const { service } = start({ isAllowed });
    for (const url of [`${receiver.url}/hook`, 'http://example.org/', 'https://a:b@example.org/']) {
      await expect(service.register(keyId, url)).rejects.toMatchObject({ code: 'invalid_body' });
    }
    const resolve = ((_: string, __: object, done: (e: null, found: LookupAddress[]) => void) =>
      done(null, [{ address: '127.0.0.1', family: 4 }])) as unknown as typeof lookup;
    await service.register(keyId, `https://hooks.example.org:${receiver.port}/hook`);
    clock.advance(MINUTE);
    await start({ isAllowed, resolve }).sender.work();
    const sentence = 'hooks.example.org is not a host on the public internet.';
    expect((await state()).error).toBe(sentence);
    let checks = 0;
    clock.advance(MINUTE);
    await start({ isAllowed: () => ++checks === 1, resolve }).sender.work();
    expect([(await state()).error, checks]).toEqual([sentence, 2]);
    expect(receiver.requests).toEqual([]);
  });
});
