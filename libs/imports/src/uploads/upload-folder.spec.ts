import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { Environment } from '#libs/config/src/environment.js';
import { ManualClock } from '../../../../test/support/manual-clock.ts';
import { UploadFolder } from './upload-folder.js';

const ID = '0193a610-0d2c-7a41-9c77-5b0c1d2e3f40';
const OTHER = '0193a610-0d2c-7a41-9c77-5b0c1d2e3f41';
const MINUTE = 60_000;

describe(UploadFolder.name, () => {
  let dataDir: string;
  let folder: UploadFolder;
  let clock: ManualClock;

  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'mnbd-uploads-'));
    clock = new ManualClock(Date.now());
    folder = new UploadFolder({ DATA_DIR: dataDir } as Environment, clock);
    await folder.ids();
  });
  afterEach(() => rm(dataDir, { recursive: true }));

  const files = () => readdir(join(dataDir, 'imports'));
  const leave = async (name: string, age: number) => {
    const path = join(dataDir, 'imports', name);
    await writeFile(path, 'name\n');
    const then = new Date(clock.now().getTime() - age);
    await utimes(path, then, then);
  };

  it('has a file when it is here whole, for the owner only', async () => {
    const chunks = async function* () {
      yield Buffer.from('name\n');
      expect(await folder.ids()).toEqual([]);
      yield Buffer.from('Loon Cafe\n');
    };
    expect(await folder.save(ID, Readable.from(chunks()))).toBe(15);
    expect(await folder.ids()).toEqual([ID]);
    expect(await readFile(folder.pathOf(ID), 'utf8')).toBe('name\nLoon Cafe\n');
    expect((await stat(folder.pathOf(ID))).mode & 0o777).toBe(0o600);
  });

  it('keeps nothing of what breaks off', async () => {
    const chunks = async function* () {
      yield Buffer.from('name\n');
      throw new Error('aborted');
    };
    await expect(folder.save(ID, Readable.from(chunks()))).rejects.toThrow('aborted');
    expect(await files()).toEqual([]);
  });

  it('sweeps what a process left that ended while it took a file', async () => {
    await leave(`${ID}.part`, MINUTE + 1);
    await leave(`${OTHER}.part`, MINUTE - 1);
    await leave('notes.txt', MINUTE + 1);
    await folder.sweep(async () => new Set());
    expect(await files()).toEqual([`${OTHER}.part`, 'notes.txt']);
  });

  it('sweeps files of imports that are done or were never begun, and of no other', async () => {
    await leave(ID, MINUTE + 1);
    await leave(OTHER, MINUTE + 1);
    await folder.sweep(async (ids) => {
      expect(ids.sort()).toEqual([ID, OTHER]);
      return new Set([OTHER]);
    });
    expect(await files()).toEqual([OTHER]);
  });
});
