import { createHash, randomBytes } from 'node:crypto';
import type { Email } from 'postal-mime';
import { generateKeyText } from '#libs/keys/src/key-text/key-text.js';
import { askAsAdmin } from './admin.ts';
import { createAnyDatabase, type TestDatabase } from './databases.ts';
import { type Answer, call } from './http.ts';
import { type IssuedKey, issueKey, type KeyTerms } from './keys.ts';
import { later } from './later.ts';
import { mailTo } from './outbox.ts';
import { type Program, startProgram } from './program.ts';
import { type ProgramProcess, startProcess } from './program-process.ts';
import { directoryOf, type RunningDirectory } from './running-directory.ts';

type Settings = Record<string, string>;
type SettingsOrMaker = Settings | ((database: TestDatabase) => Settings | Promise<Settings>);

export interface UsedDirectory<Kind extends Program> extends Omit<RunningDirectory<Kind>, 'stop'> {
  /** Bearer token of the first admin. */
  token: string;
  /** Reads a path under /api/v1 with the key. */
  api(path: string, headers?: Record<string, string>): Promise<Answer>;
  /** Returns the names of the businesses on the first page of a list, such as `names('city=ely')`. */
  names(query: string): Promise<string[]>;
  /** Sends a request under /admin with the token. `ifMatch` defaults to `*`; null sends none. */
  admin(method: string, path: string, json?: unknown, ifMatch?: string | null): Promise<Answer>;
  /** Does the same with a request that must succeed. Returns the data, with the ETag as `tag`. */
  edit(method: string, path: string, json?: unknown, ifMatch?: string | null): Promise<any>;
  /** Obtains another key as a developer does. */
  issueKey(terms?: KeyTerms): Promise<IssuedKey>;
  /** Waits for a mail to an address with a matching subject, from a server without SMTP_URL. */
  mailTo(address: string, subject: RegExp): Promise<Email>;
  /** Stops the server, by default gracefully, and starts it again on the same database. */
  restart(end?: (program: Kind) => Promise<void>): Promise<void>;
}

/**
 * Starts a server before all tests of a suite and stops it after them. Only tests and later hooks
 * can use its database, program and pool.
 *
 * @param settings environment variables, or a function that makes them from the new database
 */
export function useDirectory(
  settings: SettingsOrMaker = {},
  create = createAnyDatabase,
): UsedDirectory<Program> {
  return use(settings, create, startProgram);
}

/** Does the same with a server in its own process. */
export function useDirectoryProcess(
  settings: SettingsOrMaker = {},
  create = createAnyDatabase,
): UsedDirectory<ProgramProcess> {
  return use(settings, create, startProcess);
}

function use<Kind extends Program>(
  settings: SettingsOrMaker,
  create: () => Promise<TestDatabase>,
  start: (env: Settings) => Promise<Kind>,
): UsedDirectory<Kind> {
  const key = generateKeyText();
  const token = randomBytes(32).toString('base64url');
  let directory: RunningDirectory<Kind> | undefined;
  let env: Settings;
  beforeAll(async () => {
    const database = await create();
    env = {
      ...database.env,
      ...(typeof settings === 'function' ? await settings(database) : settings),
    };
    directory = await directoryOf(database, await start(env), key);
    await directory.pool.query(
      `INSERT INTO admin_sessions (id, admin_id, token_hash, address, expires_at)
       SELECT gen_random_uuid(), id, $1, 'unknown', now() + interval '8 hours' FROM admins`,
      [createHash('sha256').update(token).digest()],
    );
  });
  afterAll(() => directory?.stop());
  const program = later(() => directory?.program);
  const api: UsedDirectory<Kind>['api'] = (path, headers) =>
    call('GET', `${program.url}/api/v1/${path}`, { key, headers });
  const admin: UsedDirectory<Kind>['admin'] = (method, path, json, ifMatch = '*') =>
    askAsAdmin(program, token, method, path, json, ifMatch);
  return {
    key,
    token,
    program,
    database: later(() => directory?.database),
    pool: later(() => directory?.pool),
    api,
    async names(query) {
      const { body } = await api(`businesses?${query}`);
      return body.data.map(({ name }: { name: string }) => name);
    },
    admin,
    async edit(...request) {
      const { status, body, headers } = await admin(...request);
      if (status >= 300) throw new Error(JSON.stringify(body));
      return { ...body.data, tag: headers.get('etag') };
    },
    issueKey: (terms) => issueKey(program, directory!.database, terms, token),
    mailTo: (address, subject) => mailTo(directory!.database.env.DATA_DIR, address, subject),
    restart: async (end = ({ stop }) => stop()) => {
      await end(directory!.program);
      directory!.program = await start(env);
    },
  };
}
