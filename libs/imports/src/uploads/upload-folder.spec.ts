import { createWriteStream, writeFileSync, type WriteStream } from 'node:fs';
import { mkdir, readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises';
import { Readable, Writable } from 'node:stream';
import type { Environment } from '#libs/config/src/environment.js';
import { ManualClock } from '../../../../test/support/manual-clock.ts';
import { useFolder } from '../../../../test/support/use-folder.ts';
import { UploadFolder } from './upload-folder.js';

const MAX_UPLOAD = 1024 ** 3;

jest.mock('node:fs', () => {
  const fs = jest.requireActual<{ createWriteStream: typeof createWriteStream }>('node:fs');
  return { ...fs, createWriteStream: jest.fn(fs.createWriteStream) };
});

const ID = '0193a610-0d2c-7a41-9c77-5b0c1d2e3f40';
const OTHER = '0193a610-0d2c-7a41-9c77-5b0c1d2e3f41';
const TWO_MINUTES = 120_000;

describe(UploadFolder.name, () => {
  const inFolder = useFolder();
  let folder: UploadFolder;
  let clock: ManualClock;

  beforeEach(async () => {
    clock = new ManualClock(Date.now());
    folder = new UploadFolder({ DATA_DIR: inFolder() } as Environment, clock);
    await mkdir(inFolder('imports'));
  });

  const files = () => readdir(inFolder('imports'));
  const leave = async (name: string, age: number) => {
    const path = inFolder('imports', name);
    await writeFile(path, 'name\n');
    const then = new Date(clock.now().getTime() - age);
    await utimes(path, then, then);
  };

  it('stores a complete file, readable only by its owner', async () => {
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

  it('deletes an aborted upload', async () => {
    const chunks = async function* () {
      yield Buffer.from('name\n');
      throw new Error('aborted');
    };
    await expect(folder.save(ID, Readable.from(chunks()))).rejects.toThrow('aborted');
    expect(await files()).toEqual([]);
  });

  it('removes a partial file left by a stopped process', async () => {
    await leave(`${ID}.part`, TWO_MINUTES + 1);
    await leave(`${OTHER}.part`, TWO_MINUTES - 1);
    await leave('notes.txt', TWO_MINUTES + 1);
    await folder.sweep(async () => new Set());
    expect(await files()).toEqual([`${OTHER}.part`, 'notes.txt']);
  });

  it('removes only files whose imports have ended or never existed', async () => {
    await leave(ID, TWO_MINUTES + 1);
    await leave(OTHER, TWO_MINUTES + 1);
    await folder.sweep(async (ids) => {
      expect(ids.sort()).toEqual([ID, OTHER]);
      return new Set([OTHER]);
    });
    expect(await files()).toEqual([OTHER]);
  });

  describe('with a disk of its own', () => {
    /** Intercepts writes to a file, which stays empty. */
    const onDisk = (write: (chunk: Buffer) => Error | null) =>
      jest.mocked(createWriteStream).mockImplementationOnce((path) => {
        writeFileSync(path, '');
        const sink = new Writable({ write: (chunk: Buffer, _, done) => done(write(chunk)) });
        return sink as WriteStream;
      });
    const piece = Buffer.alloc(64 * 1024 ** 2);

    it.each([
      [0, undefined],
      [1, 'payload_too_large'],
    ])('accepts a gibibyte and %i more bytes: %s', async (more, code) => {
      onDisk(() => null);
      const chunks = function* () {
        for (let size = 0; size < MAX_UPLOAD; size += piece.length) yield piece;
        if (more > 0) yield Buffer.alloc(more);
      };
      const saved = folder.save(ID, Readable.from(chunks()));
      if (code) await expect(saved).rejects.toMatchObject({ code });
      else expect(await saved).toBe(MAX_UPLOAD);
      expect(await files()).toEqual(code ? [] : [ID]);
    });

    it.each(['ENOSPC', 'EDQUOT'])('reports a full disk and leaves no file: %s', async (code) => {
      onDisk(() => Object.assign(new Error('no space'), { code }));
      await expect(folder.save(ID, Readable.from([piece]))).rejects.toMatchObject({
        code: 'unavailable',
        message: 'The server has no disk space left for the file.',
      });
      expect(await files()).toEqual([]);
    });
  });
});
