import { randomUUID } from 'node:crypto';
import type { SignedInAdmin } from '#libs/http/src/request-context.js';
import { insertKey } from '../../../../test/support/insert-key.ts';
import { addAdmin } from '../../../../test/support/signed-in-admin.ts';
import { keyServices } from '../../../../test/support/key-services.ts';
import { ManualClock } from '../../../../test/support/manual-clock.ts';
import { useMigratedDatabase } from '../../../../test/support/migrated-database.ts';
import { type LinkMinter } from '../status-link/link-minter.js';
import { type StatusLinkService } from '../status-link/status-link.service.js';
import { DeliveriesService } from './deliveries.service.js';

const FORMER = 'former@example.org';
const RIGHT = 'right@example.org';

describe(DeliveriesService.name, () => {
  const served = useMigratedDatabase();
  let deliveries: DeliveriesService;
  let links: LinkMinter;
  let statusLinks: StatusLinkService;
  let admin: SignedInAdmin;

  beforeAll(async () => {
    admin = await addAdmin(served.database);
  });

  beforeEach(async () => {
    await served.database.delivery.deleteMany();
    ({ deliveries, links, statusLinks } = keyServices(served.database, new ManualClock()));
  });

  const addKey = async (ownerEmail = FORMER) => {
    const { id } = await insertKey(served.database.pool);
    await served.database.apiKey.update({ where: { id }, data: { ownerEmail } });
    return id;
  };
  const add = async (data: object, row: object = {}) => {
    const delivery = { kind: 'key-changed', recipient: FORMER, status: 'failed' as const };
    const { id } = await served.database.delivery.create({ data: { ...delivery, data, ...row } });
    return id;
  };
  /** Columns of a delivery that a worker holds. */
  const held = () => ({
    status: 'pending',
    leaseId: randomUUID(),
    leasedUntil: new Date(Date.now() + 10_000),
  });
  const read = (id: string) => served.database.delivery.findUniqueOrThrow({ where: { id } });
  const ownerOf = async (id: string) =>
    (await served.database.apiKey.findUniqueOrThrow({ where: { id } })).ownerEmail;
  const notices = () => served.database.delivery.findMany({ where: { kind: 'address-changed' } });

  it('finds deliveries by a part of the recipient', async () => {
    const recipients = ['Astrid_B@example.org', 'astridxb@example.org', 'bea@example.net'];
    for (const recipient of recipients) await add({}, { recipient });
    const found = async (q: string) => {
      const { items, total } = await deliveries.list({ page: 1, limit: 20, q });
      return [items.map(({ recipient }) => recipient), total];
    };
    expect(await found('astrid_b@')).toEqual([[recipients[0]], 1]);
    expect(await found('NET')).toEqual([[recipients[2]], 1]);
  });

  it('lists deliveries in pages, newest first, optionally of one status', async () => {
    const at = (second: number) => ({ createdAt: new Date(Date.UTC(2026, 0, 1, 0, 0, second)) });
    const ids = [];
    for (let second = 0; second < 5; second++) ids.unshift(await add({}, at(second)));
    const sent = await add({}, { ...at(9), status: 'sent' });
    const list = async (page: number, status?: 'failed' | 'sent' | 'pending') => {
      const { items, total } = await deliveries.list({ page, limit: 2, status });
      return [items.map(({ id }) => id), total];
    };
    expect(await list(1)).toEqual([[sent, ids[0]], 6]);
    expect(await list(3, 'failed')).toEqual([[ids[4]], 5]);
    expect(await list(2, 'failed')).toEqual([[ids[2], ids[3]], 5]);
    expect(await list(2, 'sent')).toEqual([[], 1]);
    expect(await list(1, 'pending')).toEqual([[], 0]);
    const tied = [3, 1, 4, 2].map((n) => randomUUID().replace(/^./, `${n}`));
    for (const tie of tied) await add({}, { ...at(0), id: tie, status: 'pending' });
    const [first, second] = (await list(1, 'pending'))[0] as string[];
    const [third, fourth] = (await list(2, 'pending'))[0] as string[];
    expect([first, second, third, fourth]).toEqual([...tied].sort().reverse());
  });

  it("keeps the owner's current address, without a notice, when none or the same one is given", async () => {
    const keyId = await addKey(RIGHT);
    for (const given of [undefined, RIGHT]) {
      const id = await add({ keyId });
      await deliveries.retry(id, given, admin);
      expect(await read(id)).toMatchObject({ status: 'pending', recipient: given ?? FORMER });
    }
    expect([await ownerOf(keyId), await notices()]).toEqual([RIGHT, []]);
  });

  it('makes a scheduled delivery due at once', async () => {
    const later = new Date(Date.now() + 900_000);
    const id = await add({ keyId: await addKey() }, { status: 'pending', nextAttemptAt: later });
    await deliveries.retry(id, undefined, admin);
    const due = served.database.$queryRaw`SELECT id FROM deliveries WHERE next_attempt_at <= now()`;
    expect(await due).toEqual([{ id }]);
  });

  it("changes the owner's address for later emails and notifies the old one", async () => {
    const keyId = await addKey();
    const others = await addKey();
    const id = await add({ keyId });
    const waiting = await add({ keyId }, { status: 'pending' });
    const sent = await add({ keyId }, { status: 'sent', sentAt: new Date() });
    const ofOther = await add({ keyId: others }, { status: 'pending' });
    const elsewhere = await add({ keyId }, { status: 'pending', recipient: 'else@example.org' });
    const inHand = await add({ keyId }, held());
    await deliveries.retry(id, RIGHT, admin);
    const recipients = await Promise.all(
      [id, waiting, sent, inHand, ofOther, elsewhere].map(
        async (each) => (await read(each)).recipient,
      ),
    );
    expect(recipients).toEqual([RIGHT, RIGHT, FORMER, RIGHT, FORMER, 'else@example.org']);
    expect([await ownerOf(keyId), await ownerOf(others)]).toEqual([RIGHT, FORMER]);
    expect(await notices()).toMatchObject([{ recipient: FORMER, data: { about: { keyId } } }]);
    const where = { subjectId: { in: [id, keyId] } };
    const orderBy = { id: 'asc' as const };
    expect(await served.database.auditEntry.findMany({ where, orderBy })).toMatchObject([
      {
        action: 'key.change',
        subjectId: keyId,
        before: { email: FORMER },
        after: { email: RIGHT },
      },
      {
        action: 'delivery.retry',
        before: { recipient: FORMER, status: 'failed', error: null },
        after: { recipient: RIGHT, status: 'pending' },
      },
    ]);
  });

  it("changes the requester's address for later emails and notifies the old one", async () => {
    const former = `${randomUUID()}@example.org`;
    const right = `${randomUUID()}@example.org`;
    const { id: requestId } = await served.database.keyRequest.create({
      data: { name: 'Bea', email: former, project: 'A map.' },
    });
    const id = await add({ requestId }, { recipient: former });
    const waiting = await add({ requestId }, { recipient: former, status: 'pending' });
    const about = { requestId, keyId: null };
    expect(await deliveries.retry(id, right, admin)).toMatchObject({ recipient: right, ...about });
    expect((await read(waiting)).recipient).toBe(right);
    expect(await notices()).toMatchObject([{ recipient: former, data: { about: { requestId } } }]);
    // The request now counts against the corrected mailbox, which cannot send another one.
    const request = await served.database.keyRequest.findUnique({ where: { id: requestId } });
    expect(request).toMatchObject({ email: right, mailbox: right });
  });

  it.each(['keyId', 'requestId'] as const)(
    'corrects the key and its request together, given an email about its %s',
    async (member) => {
      const request = async (email: string) => {
        const data = { name: 'Bea', email, project: 'A map.', status: 'approved' as const };
        return (await served.database.keyRequest.create({ data })).id;
      };
      const approve = async (requestId: string) => {
        const keyId = await addKey();
        await served.database.apiKey.update({ where: { id: keyId }, data: { requestId } });
        return { keyId, requestId };
      };
      const ids = await approve(await request(FORMER));
      const { keyId, requestId } = ids;
      const waiting = [await add({ keyId }), await add({ requestId })];
      const { token } = await links.mint(requestId, waiting[1]!);
      await deliveries.retry(await add({ [member]: ids[member] }), RIGHT, admin);
      const emailOf = async (id: string) =>
        (await served.database.keyRequest.findUniqueOrThrow({ where: { id } })).email;
      expect([await ownerOf(keyId), await emailOf(requestId)]).toEqual([RIGHT, RIGHT]);
      for (const id of waiting) expect((await read(id)).recipient).toBe(RIGHT);
      const where = { subjectId: requestId };
      expect(await served.database.auditEntry.findMany({ where })).toMatchObject([
        { action: 'key-request.change', before: { email: FORMER }, after: { email: RIGHT } },
      ]);
      // The former address no longer sees the status of the request and the usage of the key.
      await expect(statusLinks.progress(token)).rejects.toMatchObject({ code: 'not_found' });
      // A request from another address keeps it.
      const others = await approve(await request('else@example.org'));
      await deliveries.retry(await add({ keyId: others.keyId }), RIGHT, admin);
      expect(await emailOf(others.requestId)).toBe('else@example.org');
    },
  );

  it('refuses an address that has its own pending request, and changes nothing', async () => {
    const request = (email: string) =>
      served.database.keyRequest.create({ data: { name: 'Bea', email, project: 'A map.' } });
    const mine = await request(`${randomUUID()}@example.org`);
    await request(RIGHT);
    const id = await add({ requestId: mine.id }, { recipient: mine.email });
    await expect(deliveries.retry(id, RIGHT, admin)).rejects.toMatchObject({ code: 'conflict' });
    expect(await read(id)).toMatchObject({ status: 'failed', recipient: mine.email });
  });

  it('refuses a delivery that was sent or that a worker holds', async () => {
    const keyId = await addKey();
    const sent = await add({ keyId }, { status: 'sent', sentAt: new Date() });
    const inHand = await add({ keyId }, held());
    for (const [id, message] of [
      [sent, /^The email was sent at \d{4}-.*Z\.$/],
      [inHand, /^The email is being sent right now\.$/],
    ] as const) {
      await expect(deliveries.retry(id, RIGHT, admin)).rejects.toMatchObject({
        code: 'conflict',
        message: expect.stringMatching(message) as string,
      });
      expect((await read(id)).recipient).toBe(FORMER);
    }
    expect(await ownerOf(keyId)).toBe(FORMER);
    await served.database.delivery.update({
      where: { id: inHand },
      data: { leasedUntil: new Date(0) },
    });
    await deliveries.retry(inHand, undefined, admin);
  });
});
