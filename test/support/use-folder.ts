import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Returns the path of a folder, or of a file in it. */
type PathIn = (...names: string[]) => string;

/** Provides each test with an empty folder, and deletes it afterwards. */
export const useFolder = (): PathIn => folderFrom(beforeEach, afterEach);

/**
 * Provides all tests of a suite with one folder, which is empty before the first. It is deleted
 * before later `afterAll` hooks, so do not use it for programs that such a hook stops.
 */
export const useSharedFolder = (): PathIn => folderFrom(beforeAll, afterAll);

type Hook = (work: () => void) => void;

function folderFrom(before: Hook, after: Hook): PathIn {
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'mnbd-'));
  });
  after(() => rmSync(folder, { recursive: true }));
  return (...names) => join(folder, ...names);
}
