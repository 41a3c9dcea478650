import { KEY_FORM } from '../../support/keys.ts';
import { call } from '../../support/http.ts';
import { isTo } from '../../support/outbox.ts';
import type { Action, Actor, Step } from '../simulation.ts';
import type { World } from '../world.ts';

export interface SimulatedKey {
  id: string;
  email: string;
  limit: number;
  isRevoked: boolean;
}

const FIRST_KEYS = 2;
const LARGEST_LIMIT = 12;

/** Developers who request keys, and admins who decide, rotate, limit and revoke them. */
export class Admins implements Actor {
  readonly keys: SimulatedKey[] = [];
  private readonly pending: { id: string; email: string }[] = [];
  /** Texts of keys that a rotation ended at once. */
  private readonly ended = new Set<string | undefined>();
  private requests = 0;

  constructor(private readonly world: World) {}

  async begin(step: Step): Promise<void> {
    for (let key = 0; key < FIRST_KEYS; key++) {
      await this.request(step);
      await this.approve(step);
    }
  }

  get actions(): Action[] {
    return [
      { name: 'request a key', weight: 3, run: (step) => this.request(step) },
      { name: 'approve', weight: 4, run: (step) => this.approve(step) },
      { name: 'reject', weight: 1, run: (step) => this.reject(step) },
      { name: 'rotate', weight: 2, run: (step) => this.rotate(step) },
      { name: 'revoke', weight: 1, run: (step) => this.revoke(step) },
      { name: 'change a limit', weight: 2, run: (step) => this.changeLimit(step) },
    ];
  }

  /** Returns the key in the last mail to its owner, or undefined if none has arrived. */
  textOf({ email }: SimulatedKey): string | undefined {
    const isKeyMail = (text = '') => KEY_FORM.test(text);
    const mail = this.world.mails.findLast((each) => isTo(each, email) && isKeyMail(each.text));
    const text = KEY_FORM.exec(mail?.text ?? '')?.[0];
    return this.ended.has(text) ? undefined : text;
  }

  async finish(): Promise<void> {
    for (const key of this.keys) {
      const text = this.textOf(key);
      if (!text && !key.isRevoked) throw new Error(`${key.email} received no key.`);
      if (!text) continue;
      const url = `${this.world.url}/api/v1/rate-limit`;
      const { body } = await call('GET', url, { key: text });
      const code = body.error?.code ?? 'works';
      if (code !== (key.isRevoked ? 'revoked_api_key' : 'works')) {
        throw new Error(`The key of ${key.email} is ${code}.`);
      }
    }
  }

  private async request(step: Step): Promise<string> {
    const email = `dev-${++this.requests}@example.org`;
    const json = { name: 'Ada', email, project: 'A map of the cafés along the North Shore.' };
    const headers = { 'x-forwarded-for': step.address };
    const url = `${this.world.url}/api/v1/key-requests`;
    const outcome = await step.expect(201, call('POST', url, { json, headers }));
    const [row] = await this.world.rows<{ id: string }>(
      'SELECT id FROM key_requests WHERE email = $1',
      [email],
    );
    if (row) this.pending.push({ id: row.id, email });
    return outcome;
  }

  private approve(step: Step): Promise<string> {
    return this.decide(step, 'approve', { limitPerHour: step.random.integer(1, LARGEST_LIMIT) });
  }

  private reject(step: Step): Promise<string> {
    return this.decide(step, 'reject', { reason: 'It is too much.' });
  }

  private async decide(step: Step, decision: string, json: object): Promise<string> {
    const request = this.take(step);
    if (!request) return 'nothing pending';
    const { id, email } = request;
    const path = `key-requests/${id}/${decision}`;
    const outcome = await step.expect(200, this.world.admin('POST', path, json));
    const [row] = await this.world.rows<{ status: string; keyId: string | null; limit: number }>(
      `SELECT r.status, k.id AS "keyId", k.limit_per_hour AS "limit"
       FROM key_requests r LEFT JOIN api_keys k ON k.request_id = r.id WHERE r.id = $1`,
      [id],
    );
    const { status, keyId, limit } = row!;
    if (status === 'pending') this.pending.push(request);
    if (keyId) this.keys.push({ id: keyId, email, limit, isRevoked: false });
    return outcome;
  }

  private async rotate(step: Step): Promise<string> {
    const key = this.pickActive(step);
    if (!key) return 'no key';
    const text = this.textOf(key);
    const overlapHours = step.random.pick(step.isFaulty ? [1, 24] : [0, 1, 24]);
    const path = `keys/${key.id}/rotate`;
    const outcome = await step.expect(200, this.world.admin('POST', path, { overlapHours }));
    if (overlapHours === 0) this.ended.add(text);
    return outcome;
  }

  private async revoke(step: Step): Promise<string> {
    const key = this.pickActive(step);
    if (!key) return 'no key';
    const json = { reason: 'It leaked.' };
    const outcome = await step.expect(200, this.world.admin('POST', `keys/${key.id}/revoke`, json));
    key.isRevoked = (await this.stored(key)).state === 'revoked';
    return outcome;
  }

  private async changeLimit(step: Step): Promise<string> {
    const key = this.pickActive(step);
    if (!key) return 'no key';
    const json = { limitPerHour: step.random.integer(1, LARGEST_LIMIT) };
    const outcome = await step.expect(200, this.world.admin('PATCH', `keys/${key.id}`, json));
    key.limit = (await this.stored(key)).limit;
    return outcome;
  }

  private async stored({ id }: SimulatedKey): Promise<{ state: string; limit: number }> {
    const [row] = await this.world.rows<{ state: string; limit: number }>(
      'SELECT state, limit_per_hour AS "limit" FROM api_keys WHERE id = $1',
      [id],
    );
    return row!;
  }

  private take({ random }: Step): { id: string; email: string } | undefined {
    return this.pending.splice(random.integer(0, this.pending.length - 1), 1)[0];
  }

  private pickActive({ random }: Step): SimulatedKey | undefined {
    return random.pick(this.keys.filter(({ isRevoked }) => !isRevoked));
  }
}
