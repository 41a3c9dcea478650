import { randomUUID } from 'node:crypto';
import { DatabaseAwayError } from '#libs/database/src/database-errors.js';
import type { SignedInAdmin } from '#libs/http/src/request-context.js';
import { type HeldMails } from '../../../../test/support/held-mails.ts';
import { keyServices } from '../../../../test/support/key-services.ts';
import { ManualClock } from '../../../../test/support/manual-clock.ts';
import { useMigratedDatabase } from '../../../../test/support/migrated-database.ts';
import { addAdmin } from '../../../../test/support/signed-in-admin.ts';
import { type ExpiryWarningsService } from '../expiry/expiry-warnings.service.js';
import { ACKNOWLEDGMENT } from '../mails/request-mails.composer.js';
import { ListKeyRequestsQuery } from './review.dto.js';
import { ReviewService } from './review.service.js';

const HOUR_MS = 3_600_000;

describe(ReviewService.name, () => {
  const served = useMigratedDatabase();
  let admin: SignedInAdmin;
  let clock: ManualClock;
  let mails: HeldMails;
  let review: ReviewService;
  let warnings: ExpiryWarningsService;

  beforeAll(async () => {
    admin = await addAdmin(served.database);
  });

  beforeEach(async () => {
    const { database } = served;
    await database.apiKey.deleteMany();
    await database.keyRequest.deleteMany();
    await database.delivery.deleteMany();
    clock = new ManualClock(Date.now());
    const variables = { DEFAULT_LIMIT_PER_HOUR: '250' };
    ({ mails, review, warnings } = keyServices(database, clock, variables));
  });

  /** Creates a request one hour after the previous one. */
  const ask = async (name: string, email = `${randomUUID()}@example.org`, project = 'A map.') => {
    clock.advance(HOUR_MS);
    const data = { name, email, project, createdAt: clock.now() };
    return (await served.database.keyRequest.create({ data })).id;
  };
  const named = async (query: Partial<ListKeyRequestsQuery> = {}) => {
    const { items, total } = await review.list(Object.assign(new ListKeyRequestsQuery(), query));
    expect(total).toBe(items.length);
    return items.map(({ name }) => name);
  };
  const reject = (id: string) => review.reject(id, { reason: 'Too vague.' }, admin);
  const audited = async (subjectId: string) =>
    (
      await served.database.auditEntry.findMany({ where: { subjectId }, orderBy: { id: 'asc' } })
    ).map(({ action }) => action);

  it('lists pending requests first, oldest first, unless another order is given', async () => {
    await reject(await ask('Ada'));
    await ask('Bea');
    await ask('Cy');
    expect(await named()).toEqual(['Bea', 'Cy', 'Ada']);
    expect(await named({ sort: 'newest' })).toEqual(['Cy', 'Bea', 'Ada']);
    expect(await named({ sort: 'oldest' })).toEqual(['Ada', 'Bea', 'Cy']);
    expect(await named({ status: 'rejected' })).toEqual(['Ada']);
  });

  it('finds requests by part of their text, with % and _ matched literally', async () => {
    await ask('Ada', 'ada@maps.example.org');
    await ask('Bea', undefined, 'Saves 100% of_paper.');
    expect(await named({ q: 'MAPS.example' })).toEqual(['Ada']);
    expect(await named({ q: '0% of_p' })).toEqual(['Bea']);
    expect(await named({ q: 'a_a' })).toEqual([]);
    expect(await named({ q: '%' })).toEqual(['Bea']);
    const where = { name: 'Ada' };
    const data = { organization: 'Acme Maps', website: 'https://acme.example' };
    await served.database.keyRequest.updateMany({ where, data });
    for (const q of ['acme maps', 'ACME.example']) expect(await named({ q })).toEqual(['Ada']);
  });

  it.each(['queue', 'newest', 'oldest'] as const)(
    'returns each request exactly once across pages, even if creation times are equal: %s',
    async (sort) => {
      const ids = [3, 1, 5, 2, 4].map((n) => randomUUID().replace(/^./, `${n}`));
      for (const id of ids) {
        const email = `${id}@example.org`;
        const data = { id, name: 'Ada', email, project: 'A map.', createdAt: clock.now() };
        await served.database.keyRequest.create({ data });
      }
      const found: string[] = [];
      for (const page of [1, 2, 3]) {
        const query = Object.assign(new ListKeyRequestsQuery(), { sort, page, limit: 2 });
        found.push(...(await review.list(query)).items.map(({ id }) => id));
      }
      const inOrder = [...ids].sort();
      expect(found).toEqual(sort === 'newest' ? inOrder.reverse() : inOrder);
    },
  );

  it('announces no decision in an acknowledgment sent after it', async () => {
    const requestId = await ask('Ada');
    const received = { kind: ACKNOWLEDGMENT, recipient: 'ada@example.org', data: { requestId } };
    const acknowledgment = async () => {
      await served.database.$transaction((tx) => mails.service.add(tx, received));
      const sent = (await mails.send()).find(({ kind }) => kind === ACKNOWLEDGMENT)!;
      return sent.text.replace(/\s+/g, ' ');
    };
    expect(await acknowledgment()).toMatch(/will review it.*withdraw it.*While you wait/);
    await reject(requestId);
    const late = await acknowledgment();
    expect(late).toContain('We received your request for an API key.');
    expect(late).not.toMatch(/will review it|withdraw it|While you wait/);
  });

  it('creates a key with the given terms or the defaults, and audits them', async () => {
    const id = await ask('Ada');
    await served.database.keyRequest.update({ where: { id }, data: { organization: 'Acme' } });
    const expiresAt = new Date(clock.now().getTime() + 7 * 24 * HOUR_MS);
    const terms = { limitPerHour: 7, expiresAt };
    const { keyId } = await review.approve(id, { ...terms, note: 'Met at the fair.' }, admin);
    const keyOf = (where: { id: string }) => served.database.apiKey.findUniqueOrThrow({ where });
    expect(await keyOf({ id: keyId! })).toMatchObject({ ...terms, label: 'Acme' });
    const usual = await review.approve(await ask('Bea'), {}, admin);
    const key = { label: 'Bea', limitPerHour: 250, expiresAt: null };
    expect(await keyOf({ id: usual.keyId! })).toMatchObject(key);

    const entries = await served.database.auditEntry.findMany({ where: { subjectId: id } });
    expect(entries).toMatchObject([
      {
        before: { status: 'pending' },
        after: {
          status: 'approved',
          note: 'Met at the fair.',
          keyId,
          limitPerHour: 7,
          expiresAt: expiresAt.toISOString(),
        },
      },
    ]);
  });

  it('refuses an expiry that has passed and accepts one a millisecond ahead', async () => {
    const id = await ask('Ada');
    const approve = (left: number) =>
      review.approve(id, { expiresAt: new Date(clock.now().getTime() + left) }, admin);
    await expect(approve(0)).rejects.toMatchObject({
      code: 'invalid_body',
      message: 'expiresAt must be in the future.',
    });
    expect(await review.get(id)).toMatchObject({ status: 'pending', keyId: null });
    expect(await approve(1)).toMatchObject({ status: 'approved' });
  });

  it('sends no warning about an expiry that the approval email already states', async () => {
    const expiresAt = new Date(clock.now().getTime() + 7 * 24 * HOUR_MS);
    await review.approve(await ask('Ada'), { expiresAt }, admin);
    await warnings.work();
    expect(await served.database.delivery.count({ where: { kind: 'key-expires' } })).toBe(0);
  });

  it('shows the network of a request and how many others came from it', async () => {
    const from = async (network: string | null) => {
      const id = await ask('Ada');
      await served.database.keyRequest.update({ where: { id }, data: { network } });
      return id;
    };
    const first = await from('192.0.2.0/24');
    await from('192.0.2.0/24');
    const elsewhere = await from('2001:db8::/48');
    const unknown = await from(null);
    await from(null);
    const known = async (id: string) => {
      const { network, networkRequests } = await review.get(id);
      return [network, networkRequests];
    };
    expect(await known(first)).toEqual(['192.0.2.0/24', 1]);
    expect(await known(elsewhere)).toEqual(['2001:db8::/48', 0]);
    expect(await known(unknown)).toEqual([null, 0]);
  });

  it('counts earlier requests from the mailbox and lists the keys it holds', async () => {
    await reject(await ask('Ada', 'ada@example.org'));
    const approved = await ask('Ada', 'ada+maps@example.org');
    const { keyId } = await review.approve(approved, { limitPerHour: 50 }, admin);
    const asked = await ask('Ada', 'Ada@example.org');
    await ask('Bea');
    expect(await review.get(asked)).toMatchObject({
      earlierRequests: 2,
      heldKeys: [{ id: keyId, label: 'Ada', limitPerHour: 50, state: 'active' }],
    });
    const update = (data: object) => served.database.apiKey.update({ where: { id: keyId! }, data });
    await update({ expiresAt: clock.now() });
    expect((await review.get(asked)).heldKeys).toMatchObject([{ state: 'expired' }]);
    await update({ state: 'revoked' });
    expect((await review.get(asked)).heldKeys).toEqual([]);
    expect((await review.get(approved)).earlierRequests).toBe(1);
  });

  it('shows the ten newest keys of a mailbox', async () => {
    const held: string[] = [];
    for (let n = 0; n < 11; n++) {
      const { keyId } = await review.approve(await ask('Ada', 'ada@example.org'), {}, admin);
      held.unshift(keyId!);
    }
    const { heldKeys } = await review.get(await ask('Ada', 'ada@example.org'));
    expect(heldKeys.map(({ id }) => id)).toEqual(held.slice(0, 10));
  });

  it('decides several requests independently and audits each decision', async () => {
    const ada = await ask('Ada');
    const bea = await ask('Bea');
    const cy = await ask('Cy');
    await reject(bea);
    const nobody = randomUUID();
    const outcomes = await review.decideAll(
      [
        { id: ada, decision: 'approve', limitPerHour: 7 },
        { id: bea, decision: 'approve' },
        { id: nobody, decision: 'reject', reason: 'No.' },
        { id: cy, decision: 'reject', reason: 'No.' },
        { id: cy, decision: 'approve' },
      ],
      admin,
    );
    expect(outcomes.map(({ id, status, error }) => [id, status, error?.code])).toEqual([
      [ada, 'approved', undefined],
      [bea, null, 'conflict'],
      [nobody, null, 'not_found'],
      [cy, 'rejected', undefined],
      [cy, null, 'conflict'],
    ]);
    expect(await review.get(ada)).toMatchObject({ heldKeys: [{ limitPerHour: 7 }] });
    expect([await audited(ada), await audited(cy)]).toEqual([
      ['key-request.approve'],
      ['key-request.reject'],
    ]);
  });

  it('decides nothing where a field belongs to the other decision', async () => {
    const ada = await ask('Ada');
    const bea = await ask('Bea');
    const outcomes = await review.decideAll(
      [
        { id: ada, decision: 'approve', reason: 'Too vague.' },
        { id: bea, decision: 'reject', reason: 'Too vague.', limitPerHour: 7 },
      ],
      admin,
    );
    expect(outcomes.map(({ error }) => error!.message)).toEqual([
      'The decision "approve" has no reason. Omit it, or choose the other decision.',
      'The decision "reject" has no limitPerHour. Omit it, or choose the other decision.',
    ]);
    expect((await review.get(ada)).status).toBe('pending');
    expect((await review.get(bea)).status).toBe('pending');
  });

  it.each([
    ['internal_error', new Error('The disk is full.')],
    ['unavailable', new DatabaseAwayError('the disk is full')],
  ])('decides the other requests after %s and does not expose the error', async (code, failure) => {
    const ada = await ask('Ada');
    const bea = await ask('Bea');
    const transaction = jest.spyOn(mails.service, 'inTransaction').mockRejectedValueOnce(failure);
    const outcomes = await review.decideAll(
      [
        { id: ada, decision: 'approve' },
        { id: bea, decision: 'approve' },
      ],
      admin,
    );
    transaction.mockRestore();
    expect(outcomes).toMatchObject([
      { id: ada, status: null, error: { code } },
      { id: bea, status: 'approved', error: null },
    ]);
    expect(JSON.stringify(outcomes)).not.toContain('disk');
    expect((await review.get(ada)).status).toBe('pending');
  });

  it('undoes a rejection and cancels its email, but not that of another rejection', async () => {
    const id = await ask('Ada');
    await reject(id);
    expect(await review.reopen(id, admin)).toMatchObject({
      status: 'pending',
      reason: null,
      decidedAt: null,
      decidedBy: null,
    });
    expect(await mails.send()).toEqual([]);
    const [mail] = await served.database.delivery.findMany();
    expect(mail).toMatchObject({ status: 'superseded', lastError: 'The rejection was undone.' });
    const entries = await served.database.auditEntry.findMany({
      where: { subjectId: id },
      orderBy: { id: 'asc' },
    });
    expect(entries).toMatchObject([
      { before: { status: 'pending' }, after: { status: 'rejected', reason: 'Too vague.' } },
      { before: { status: 'rejected', reason: 'Too vague.' }, after: { status: 'pending' } },
    ]);
    clock.advance(1);
    await review.reject(id, { reason: 'It is a robot’s.' }, admin);
    const sent = await mails.send();
    expect(sent.map(({ text }) => text)).toEqual([expect.stringContaining('It is a robot’s.')]);
  });

  it('refuses to undo an approval and explains how to', async () => {
    const id = await ask('Ada');
    const { keyId } = await review.approve(id, {}, admin);
    const conflict = {
      code: 'conflict',
      message: expect.stringContaining(`To undo that, revoke the key ${keyId}.`) as string,
    };
    await expect(review.reopen(id, admin)).rejects.toMatchObject(conflict);
    await expect(reject(id)).rejects.toMatchObject(conflict);
  });

  it('explains how to undo a rejection', async () => {
    const id = await ask('Ada');
    await reject(id);
    await expect(review.approve(id, {}, admin)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(
        /^The request was already rejected by ada@example\.org at \S+Z\. To undo that, reopen the request\.$/,
      ) as string,
    });
  });

  it('does not reopen a pending request, or one whose sender has another pending request', async () => {
    const pending = await ask('Ada', 'ada@example.org');
    await expect(review.reopen(pending, admin)).rejects.toMatchObject({
      code: 'conflict',
      message: 'The request is pending.',
    });
    await reject(pending);
    await ask('Ada', 'ada+again@example.org');
    await expect(review.reopen(pending, admin)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('has another request') as string,
    });
    expect(await review.get(pending)).toMatchObject({ status: 'rejected' });
  });

  it('lets only one of two admins undo a rejection', async () => {
    const id = await ask('Ada');
    await reject(id);
    const outcomes = await Promise.allSettled([review.reopen(id, admin), review.reopen(id, admin)]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await audited(id)).toEqual(['key-request.reject', 'key-request.reopen']);
  });
});
