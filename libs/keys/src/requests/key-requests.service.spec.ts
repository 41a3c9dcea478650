import { randomUUID } from 'node:crypto';
import { type HeldMails } from '../../../../test/support/held-mails.ts';
import { keyServices } from '../../../../test/support/key-services.ts';
import { ManualClock } from '../../../../test/support/manual-clock.ts';
import { useMigratedDatabase } from '../../../../test/support/migrated-database.ts';
import { type StatusLinkService } from '../status-link/status-link.service.js';
import { KeyRequestsService } from './key-requests.service.js';

const HOUR_MS = 3_600_000;
const ADMIN = 'notify@example.org';
const LINK = /\/developers\/requests\/([\w-]{43})/;

describe(KeyRequestsService.name, () => {
  const served = useMigratedDatabase();
  let clock: ManualClock;
  let mails: HeldMails;
  let requests: KeyRequestsService;
  let links: StatusLinkService;

  beforeEach(async () => {
    const { database } = served;
    await database.keyRequestLink.deleteMany();
    await database.keyRequest.deleteMany();
    await database.delivery.deleteMany();
    await database.attemptWindow.deleteMany();
    // Delivery timestamps come from the database clock.
    clock = new ManualClock(Date.now());
    const services = keyServices(database, clock, { ADMIN_NOTIFY_EMAIL: ADMIN });
    ({ mails, requests, statusLinks: links } = services);
  });

  let networks = 0;
  const submit = (email = `${randomUUID()}@example.org`, address = `10.0.0.${++networks % 250}`) =>
    requests.submit({ name: 'Bea', email, project: 'A map of the cafés of Ely.' }, address);
  const codeOf = (work: Promise<unknown>) =>
    work.then(
      () => 'taken',
      (error: { code: string }) => error.code,
    );
  const withdraw = (email: string) =>
    served.database.keyRequest.updateMany({ where: { email }, data: { status: 'withdrawn' } });
  const mailsTo = async (address: string) =>
    (await mails.send()).filter(({ to }) => to === address);

  it('stores the network of the sender but not the address', async () => {
    const { id } = await submit(undefined, '198.51.100.77');
    const request = await served.database.keyRequest.findUniqueOrThrow({ where: { id } });
    expect(request.network).toBe('198.51.100.0/24');
    expect(JSON.stringify(request)).not.toContain('198.51.100.77');
  });

  it('records with each email which request caused it', async () => {
    const email = `${randomUUID()}@example.org`;
    const request = { name: 'Bea', email, project: 'A map of the cafés of Ely.' };
    await requests.submit(request, '192.0.2.9', 'req-7');
    const sent = await mails.send();
    expect(sent.map(({ to, httpRequestId }) => [to, httpRequestId]).sort()).toEqual(
      [
        [email, 'req-7'],
        [ADMIN, 'req-7'],
      ].sort(),
    );
  });

  it('accepts five requests an hour from an address, and the sixth once the hour is over', async () => {
    const from = (address: string) => codeOf(submit(undefined, address));
    for (let n = 0; n < 5; n++) expect(await from('192.0.2.7')).toBe('taken');
    clock.advance(HOUR_MS - 1);
    expect(await from('192.0.2.7')).toBe('rate_limited');
    expect(await from('192.0.2.8')).toBe('taken');
    clock.advance(1);
    expect(await from('192.0.2.7')).toBe('taken');
  });

  it('counts IPv6 requests by network, because each device has many addresses', async () => {
    const from = (address: string) => codeOf(submit(undefined, address));
    for (let n = 1; n <= 5; n++) expect(await from(`2001:db8:1:2::${n}`)).toBe('taken');
    expect(await from('2001:db8:1:2::6')).toBe('rate_limited');
    expect(await from('2001:db8:1:3::6')).toBe('taken');
  });

  it('acknowledges one request per mailbox and day, at the address as typed', async () => {
    const mailbox = randomUUID();
    const one = `${mailbox}+one@example.org`;
    const two = `${mailbox}+two@example.org`;
    await submit(one);
    expect(await mailsTo(one)).toHaveLength(1);
    await withdraw(one);
    clock.advance(24 * HOUR_MS - 60_000);
    await submit(two);
    expect(await mailsTo(two)).toHaveLength(0);
    await withdraw(two);
    clock.advance(120_000);
    await submit(two);
    expect(await mailsTo(two)).toHaveLength(1);
  });

  it('acknowledges a request even if the mailbox recently got other emails', async () => {
    const email = `${randomUUID()}@example.org`;
    const { id } = await submit(email);
    await withdraw(email);
    await served.database.delivery.deleteMany();
    await served.database.delivery.create({
      data: { kind: 'key-rejected', recipient: email, data: { requestId: id }, status: 'sent' },
    });
    await submit(email);
    expect(await mailsTo(email)).toHaveLength(1);
  });

  it('sends no email for a refused request', async () => {
    const email = `${randomUUID()}@example.org`;
    await submit(email);
    const before = await served.database.delivery.count();
    expect(await codeOf(submit(email))).toBe('conflict');
    expect(await served.database.delivery.count()).toBe(before);
  });

  it('keeps the link of an email that may have arrived until a later email is accepted', async () => {
    const linkTo = async (to: string) => LINK.exec((await mailsTo(to))[0]!.text)![1]!;
    const isThere = (token: string) => codeOf(links.progress(token));
    const [others, email] = [1, 2].map(() => `${randomUUID()}@example.org`) as [string, string];
    await submit(others);
    const other = await linkTo(others);
    const { id } = await submit(email);
    await served.database.delivery.deleteMany({ where: { recipient: ADMIN } });
    mails.fail('uncertain', 'deferred');
    const linkIn = () => linkTo(email);
    const perhaps = await linkIn();
    const lost = await linkIn();
    expect([await isThere(perhaps), await isThere(lost)]).toEqual(['taken', 'not_found']);
    const arrived = await linkIn();
    expect([await isThere(perhaps), await isThere(arrived)]).toEqual(['not_found', 'taken']);
    expect(await isThere(other)).toBe('taken');
    expect(await links.withdraw(arrived)).toMatchObject({ id, status: 'withdrawn' });
    await expect(links.withdraw(arrived)).rejects.toMatchObject({ code: 'conflict' });
  });
});
