import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { v7 as uuidv7 } from 'uuid';
import { BackupFile, writeBackup } from '#libs/database/src/backup/backup-file.js';
import { Snapshot } from '#libs/database/src/backup/snapshot.js';
import { insertKey } from '../support/insert-key.ts';
import { upload } from '../support/uploads.ts';
import type { World } from './world.ts';

/** Runs an operation once, and returns the status of its response. */
export type Run = () => Promise<number>;

export interface Operation {
  /** Prepares a subject that is not used by any other run. */
  prepare(world: World): Promise<Run>;
  /** Status of a second response, after the operation has succeeded. */
  again: number;
  /**
   * True if the operation consists of several transactions, so that a fault may leave the first
   * ones. Repeating it does the rest.
   */
  isResumable?: true;
}

const unique = () => randomBytes(5).toString('hex');

/** Stores a pending key request and returns its id. */
async function requestKey(world: World): Promise<string> {
  const id = uuidv7();
  await world.pool.query(
    `INSERT INTO key_requests (id, name, email, project) VALUES ($1, 'Ada', $2, 'A map of cafés')`,
    [id, `${unique()}@example.org`],
  );
  return id;
}

/** Has a key issued and mailed, and returns its id. */
async function issueKey(world: World): Promise<string> {
  const { keyId } = await world.done('POST', `key-requests/${await requestKey(world)}/approve`, {});
  await world.settle();
  return keyId;
}

const addBusiness = (world: World, more: object = {}): Promise<{ id: string }> =>
  world.done('POST', 'businesses', { name: `Shop ${unique()}`, ...more });

/** Uploads a file of rows that no other import has. */
async function importRows(world: World): Promise<{ id: string; status: number }> {
  const rows = [1, 2, 3].map((n) => `Imported ${unique()},${n} Main St,Ely`);
  const file = `name,street,city\n${rows.join('\n')}\n`;
  const { status, body } = await upload(world, world.token, file);
  await world.settle();
  return { id: body.data?.id ?? '', status };
}

const post = (world: World, path: string, json?: unknown): Run => {
  return async () => (await world.admin('POST', path, json)).status;
};

export const OPERATIONS: Record<string, Operation> = {
  approve: {
    prepare: async (world) => post(world, `key-requests/${await requestKey(world)}/approve`, {}),
    again: 409,
  },
  rotate: {
    prepare: async (world) => post(world, `keys/${await issueKey(world)}/rotate`, {}),
    again: 200,
  },
  revoke: {
    prepare: async (world) =>
      post(world, `keys/${await issueKey(world)}/revoke`, { reason: 'It leaked.' }),
    again: 409,
  },
  import: {
    prepare: async (world) => async () => (await importRows(world)).status,
    again: 202,
  },
  undo: {
    prepare: async (world) => post(world, `imports/${(await importRows(world)).id}/undo`),
    again: 409,
    isResumable: true,
  },
  merge: {
    prepare: async (world) => {
      const into = await addBusiness(world);
      const from = await addBusiness(world);
      const startsAt = '2026-01-01T00:00:00Z';
      await world.done('POST', 'deals', { title: 'Rolls', business: from.id, startsAt });
      return post(world, `businesses/${into.id}/merge`, { from: from.id, force: true });
    },
    again: 409,
  },
  restore: {
    prepare: async (world) => {
      const { id } = await addBusiness(world);
      await world.done('DELETE', `businesses/${id}`);
      return post(world, `businesses/${id}/restore`);
    },
    again: 409,
  },
  accept: {
    prepare: async (world) => {
      const id = uuidv7();
      const business = await addBusiness(world);
      await world.pool.query(
        `INSERT INTO suggestions (id, business_id, about, correction, source, change, email)
         VALUES ($1, $2, 'phone', '218-555-0142', 'A sign', $3, $4)`,
        [id, business.id, { phone: '+12185550142' }, `${unique()}@example.org`],
      );
      return post(world, `suggestions/${id}/accept`, {});
    },
    again: 409,
  },
  export: {
    prepare: async (world) => {
      const key = await insertKey(world.pool);
      states.add(await businessIds(world));
      await addBusiness(world);
      return async () => {
        const response = await fetch(`${world.url}/api/v1/export/businesses.ndjson`, {
          headers: { 'x-api-key': key.text },
        });
        const present = await businessIds(world);
        const ids = response.ok ? idsIn(await response.text()) : '';
        states.add(present);
        if (response.ok && !states.has(ids)) throw new Error('The export is not whole.');
        // While an export fails, the program serves the one before.
        return response.ok && ids !== present ? 503 : response.status;
      };
    },
    again: 200,
  },
  backup: {
    prepare: async (world) => {
      const path = join(world.env.DATA_DIR, `${unique()}.backup.gz`);
      return async () => {
        const existed = existsSync(path);
        const isWritten = await backUp(world, path);
        if (isWritten) await BackupFile.open(path);
        else if (existsSync(path) && !existed) throw new Error('A failed backup left a file.');
        return isWritten ? 200 : 503;
      };
    },
    again: 503,
  },
};

async function backUp(world: World, path: string): Promise<boolean> {
  try {
    const snapshot = await Snapshot.take(world.env);
    try {
      await writeBackup(path, snapshot);
    } finally {
      await snapshot.close();
    }
    return true;
  } catch {
    return false;
  }
}

/** Ids of all businesses, at each moment when an export may have been written. */
const states = new Set<string>();

async function businessIds(world: World): Promise<string> {
  const rows = await world.rows<{ id: string }>(
    'SELECT id FROM businesses WHERE removed_at IS NULL ORDER BY id',
  );
  return rows.map(({ id }) => id).join();
}

function idsIn(ndjson: string): string {
  const lines = ndjson.split('\n').slice(0, -1);
  return lines.map((line) => (JSON.parse(line) as { id: string }).id).join();
}
