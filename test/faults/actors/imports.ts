import { upload } from '../../support/uploads.ts';
import type { Action, Step } from '../simulation.ts';
import type { World } from '../world.ts';
import { expectSame } from './consumers.ts';

/** Businesses by id, as text, with everything that an import may change. */
type Directory = Map<string, string>;

interface Upload {
  /** Directory before the import. */
  before: Directory;
  /** Businesses that admins edited since. */
  touched: Set<string>;
}

const TWINS = 4;
const MOST_NEW_ROWS = 3;

/** Admins who import files and undo imports. */
export class Imports {
  readonly actions: Action[] = [
    { name: 'import', weight: 1, run: (step) => this.upload(step) },
    { name: 'undo', weight: 1, run: (step) => this.undo(step) },
  ];
  private readonly uploads = new Map<string, Upload>();
  private count = 0;

  constructor(
    private readonly world: World,
    private readonly whileReading: (work: () => Promise<string>) => Promise<string>,
  ) {}

  /** Records an edit of a business. */
  touch(id: string): void {
    for (const { touched } of this.uploads.values()) touched.add(id);
  }

  async upload(step: Step): Promise<string> {
    const before = await this.read();
    const generation = ++this.count;
    const fresh = step.random.integer(1, MOST_NEW_ROWS);
    const rows = [
      // All twins are changed by one transaction.
      ...Array.from(
        { length: TWINS },
        (_, n) => `Twin ${n},1 Main St,Ely,218555${1000 + generation}`,
      ),
      ...Array.from({ length: fresh }, (_, n) => `Imported ${generation}-${n},2 Main St,Ely,`),
    ];
    const work = () => step.expect(202, this.send(`name,street,city,phone\n${rows.join('\n')}\n`));
    const outcome = await (step.isFaulty ? work() : this.whileReading(work));
    const [latest] = await this.latest();
    if (latest && !this.uploads.has(latest.id)) {
      this.uploads.set(latest.id, { before, touched: new Set() });
    }
    return outcome;
  }

  private async undo(step: Step): Promise<string> {
    const [latest] = await this.latest("status = 'finished' AND undone_at IS NULL");
    if (!latest) return 'no import';
    const work = () => step.expect(200, this.world.admin('POST', `imports/${latest.id}/undo`));
    const outcome = await (step.isFaulty ? work() : this.whileReading(work));
    if (outcome === '200') await this.expectRestored(this.uploads.get(latest.id)!);
    return outcome;
  }

  private async expectRestored({ before, touched }: Upload): Promise<void> {
    for (const [id, now] of await this.read()) {
      if (!touched.has(id)) expectSame('values after an undo', now, before.get(id) ?? 'removed');
    }
  }

  private async send(file: string): Promise<{ status: number; body: unknown }> {
    const answer = await upload(this.world, this.world.token, file);
    await this.world.settle();
    return answer;
  }

  private latest(where = 'true'): Promise<{ id: string }[]> {
    return this.world.rows(
      `SELECT id FROM imports WHERE ${where} ORDER BY created_at DESC, id DESC LIMIT 1`,
    );
  }

  private async read(): Promise<Directory> {
    const rows = await this.world.rows<{ id: string; text: string }>(
      `SELECT id, CASE WHEN removed_at IS NOT NULL THEN 'removed' ELSE
         json_build_array(name, description, phone, street, city, status, category_slugs)::text
       END AS text FROM businesses`,
    );
    return new Map(rows.map(({ id, text }) => [id, text]));
  }
}
