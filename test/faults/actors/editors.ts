import { setTimeout as delay } from 'node:timers/promises';
import { type Directory, MemoryStore } from '#libs/client/src/index.js';
import { call } from '../../support/http.ts';
import { insertKey } from '../../support/insert-key.ts';
import { clientOf, mirrored, textOf } from '../../support/mirrored.ts';
import type { Action, Actor, Step } from '../simulation.ts';
import type { World } from '../world.ts';
import { expectSame } from './consumers.ts';
import { Imports } from './imports.ts';

const FIRST_BUSINESSES = 4;
const FIRST_IMPORT_CHANCE = 0.5;
const PAGE = 100;
const PAGE_OF_CHANGES = 5;
const READERS = 3;
const READER_PAUSE_MS = 5;

/** Admins who edit the directory, a consumer who keeps a copy, and readers of its pages. */
export class Editors implements Actor {
  private readonly imports: Imports;
  private readonly client: Directory;
  private readonly copy = new MemoryStore();
  private count = 0;

  private constructor(
    private readonly world: World,
    private readonly key: string,
  ) {
    this.imports = new Imports(world, (work) => this.whileReading(work));
    this.client = clientOf(world, key);
  }

  static async start(world: World): Promise<Editors> {
    const editors = new Editors(world, (await insertKey(world.pool)).text);
    await world.done('POST', 'categories', { name: 'Cafés' });
    await editors.follow();
    return editors;
  }

  get actions(): Action[] {
    return [
      { name: 'create', weight: 4, run: (step) => this.create(step) },
      { name: 'change', weight: 3, run: (step) => this.change(step) },
      { name: 'remove', weight: 2, run: (step) => this.remove(step) },
      { name: 'restore', weight: 2, run: (step) => this.restore(step) },
      { name: 'merge', weight: 1, run: (step) => this.merge(step) },
      { name: 'accept a suggestion', weight: 1, run: (step) => this.accept(step) },
      { name: 'rename a category', weight: 2, canFail: false, run: (step) => this.rename(step) },
      { name: 'follow', weight: 2, run: () => this.follow() },
      { name: 'check the list', weight: 1, canFail: false, run: () => this.checkList() },
      ...this.imports.actions,
    ];
  }

  async begin(step: Step): Promise<void> {
    for (let business = 0; business < FIRST_BUSINESSES; business++) await this.create(step);
    // An import starts a thread, which takes longer than all else here.
    if (step.random.chance(FIRST_IMPORT_CHANCE)) await this.imports.upload(step);
    await this.remove(step);
  }

  /** Checks that the copy is identical to a new one and to the list. */
  async finish(): Promise<void> {
    await this.follow();
    const fresh = await mirrored(this.client);
    if (textOf(fresh) !== textOf(this.copy)) throw new Error('The copy differs from a new one.');
    await this.checkList();
    for (const record of await this.list()) {
      expectSame('copy and record', this.copy.all('business').get(record.id), record);
    }
  }

  private async create(step: Step): Promise<string> {
    const name = `Shop ${++this.count}`;
    const json = { name, categories: ['cafes'] };
    const outcome = await step.expect(201, this.world.admin('POST', 'businesses', json));
    const sql = 'SELECT id FROM businesses WHERE name = $1';
    for (const { id } of await this.world.rows<{ id: string }>(sql, [name])) this.imports.touch(id);
    return outcome;
  }

  private async change(step: Step): Promise<string> {
    const id = await this.pick(step);
    if (!id) return 'no business';
    const field = step.random.pick(['name', 'description']);
    const json = { [field]: `Changed ${++this.count}` };
    return step.expect(200, this.world.admin('PATCH', `businesses/${id}`, json));
  }

  private async remove(step: Step): Promise<string> {
    const id = await this.pick(step);
    return id ? step.expect(200, this.world.admin('DELETE', `businesses/${id}`)) : 'no business';
  }

  private async restore(step: Step): Promise<string> {
    const id = await this.pick(step, 'removed_at IS NOT NULL');
    if (!id) return 'no business';
    return step.expect(200, this.world.admin('POST', `businesses/${id}/restore`));
  }

  private async merge(step: Step): Promise<string> {
    const into = await this.pick(step);
    const from = await this.pick(step);
    if (!into || into === from) return 'no businesses';
    return step.expect(
      200,
      this.world.admin('POST', `businesses/${into}/merge`, { from, force: true }),
    );
  }

  private async accept(step: Step): Promise<string> {
    const business = await this.pick(step);
    if (!business) return 'no business';
    const phone = `+1218555${1000 + ++this.count}`;
    const { rows } = await this.world.pool.query<{ id: string }>(
      `INSERT INTO suggestions (id, business_id, about, correction, source, change)
       VALUES (gen_random_uuid(), $1, 'phone', 'Another.', 'A sign.', $2) RETURNING id`,
      [business, { phone }],
    );
    return step.expect(200, this.world.admin('POST', `suggestions/${rows[0]!.id}/accept`, {}));
  }

  private rename(step: Step): Promise<string> {
    const json = { name: `Cafés ${++this.count}` };
    return this.whileReading(() =>
      step.expect(200, this.world.admin('PATCH', 'categories/cafes', json)),
    );
  }

  /** Reads pages until the work is done. Every page must be of one version of the directory. */
  private async whileReading<T>(work: () => Promise<T>): Promise<T> {
    let isDone = false;
    const working = work().finally(() => (isDone = true));
    const read = async () => {
      while (!isDone) {
        const { data } = await this.get('businesses?limit=50&status=any');
        const names = (data as any[]).flatMap(({ categories }) =>
          categories.map((c: any) => c.name),
        );
        const twins = (data as any[]).filter(({ name }) => name.startsWith('Twin'));
        for (const values of [names, twins.map(({ phone }) => phone as string)]) {
          if (new Set(values).size > 1)
            throw new Error(`A page has two versions: ${values.join()}`);
        }
        // Without a pause, the readers would take the processor from the import that they watch.
        await delay(READER_PAUSE_MS);
      }
    };
    await Promise.all([working, ...Array.from({ length: READERS }, read)]);
    return working;
  }

  private async follow(): Promise<string> {
    await this.client.mirror(this.copy, { limit: PAGE_OF_CHANGES });
    return 'followed';
  }

  private async checkList(): Promise<string> {
    const listed = (await this.list()).map(({ id }) => id as string).sort();
    const stored = await this.world.rows<{ id: string }>(
      'SELECT id FROM businesses WHERE removed_at IS NULL ORDER BY id',
    );
    expectSame(
      'businesses in the list',
      listed,
      stored.map(({ id }) => id),
    );
    return String(listed.length);
  }

  private async list(): Promise<any[]> {
    const records: any[] = [];
    for (let page = 1; ; page++) {
      const { data, pagination } = await this.get(
        `businesses?status=any&limit=${PAGE}&page=${page}`,
      );
      records.push(...data);
      if (page >= pagination.totalPages) return records;
    }
  }

  private async get(path: string): Promise<any> {
    const { status, body } = await call('GET', `${this.world.url}/api/v1/${path}`, {
      key: this.key,
      headers: { 'accept-encoding': 'identity' },
    });
    if (status !== 200) throw new Error(`${path} responded with ${status}.`);
    return body;
  }

  /** Picks a business other than the twins, in an order that the seed determines. */
  private async pick(step: Step, where = 'removed_at IS NULL'): Promise<string | undefined> {
    const rows = await this.world.rows<{ id: string }>(
      `SELECT id FROM businesses WHERE ${where} AND name NOT LIKE 'Twin%' ORDER BY name`,
    );
    const id = rows.length > 0 ? step.random.pick(rows).id : undefined;
    if (id) this.imports.touch(id);
    return id;
  }
}
