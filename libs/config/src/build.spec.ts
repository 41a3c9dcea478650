import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { buildId, hashOfBuild } from './build.js';

const FILES = [
  'dist/apps/api/src/main.js',
  'dist/libs/http/src/envelope.js',
  'package-lock.json',
  'prisma/migrations/1_pilot/migration.sql',
];

describe(hashOfBuild.name, () => {
  let root: string;

  const write = async (file: string, content: string) => {
    await mkdir(dirname(join(root, file)), { recursive: true });
    await writeFile(join(root, file), content);
  };

  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'mnbd-build-'));
    for (const file of FILES) await write(file, 'as it was');
  });
  afterEach(() => rm(root, { recursive: true }));

  it('is the same for the same files, wherever they are', async () => {
    const before = hashOfBuild(root);
    await rm(root, { recursive: true });
    root = await mkdtemp(join(tmpdir(), 'mnbd-build-elsewhere-'));
    for (const file of FILES.toReversed()) await write(file, 'as it was');
    expect(hashOfBuild(root)).toBe(before);
  });

  it.each([...FILES, 'dist/libs/added.js'])('is another when %s is another', async (file) => {
    const before = hashOfBuild(root);
    await write(file, 'as it is');
    expect(hashOfBuild(root)).not.toBe(before);
  });

  it('is another when a file has another name', async () => {
    const before = hashOfBuild(root);
    await rm(join(root, FILES[1]!));
    await write('dist/libs/http/src/other.js', 'as it was');
    expect(hashOfBuild(root)).not.toBe(before);
  });
});

describe(buildId.name, () => {
  afterEach(() => {
    globalThis.BUILD_HASH = undefined;
  });

  it('is what the bundle was made with, on this version of Node', () => {
    globalThis.BUILD_HASH = 'of the bundle';
    expect(buildId()).toBe(`of the bundle ${process.version}`);
  });
});
