import { spawnSync } from 'node:child_process';
import { copyFile, writeFile } from 'node:fs/promises';
import { settingNames } from '#libs/config/src/variable-names.js';
import { canUse } from '../support/can-use.ts';
import { useFolder } from '../support/use-folder.ts';

/** Settings that depend on the containers. */
const SET_BY_COMPOSE = ['HOST', 'PORT', 'ADMIN_HOST', 'DATA_DIR', 'DATABASE_URL', 'REDIS_URL'];
const COMMANDS = [['docker', 'compose'], ['docker-compose']];

const command = COMMANDS.find(
  ([program, ...args]) => spawnSync(program!, [...args, 'version']).status === 0,
);

(canUse('Docker Compose', command !== undefined) ? describe : describe.skip)(
  'docker-compose.yml',
  () => {
    const inFolder = useFolder();

    beforeEach(async () => {
      await copyFile('docker-compose.yml', inFolder('docker-compose.yml'));
    });

    const config = async (variables: Record<string, string>): Promise<string> => {
      const lines = Object.entries(variables).map(([name, value]) => `${name}=${value}\n`);
      await writeFile(inFolder('.env'), lines.join(''));
      const [program, ...args] = command!;
      const { stdout, stderr } = spawnSync(program!, [...args, 'config'], {
        cwd: inFolder(),
        encoding: 'utf8',
        env: { PATH: process.env.PATH },
      });
      return stdout + stderr;
    };

    it('passes every setting in .env to the API', async () => {
      const settings = settingNames().filter((name) => !SET_BY_COMPOSE.includes(name));
      // Two settings are parts of ports, and ports must be numbers.
      const values = settings.map((name, i) => [name, String(4_000 + i)]);
      const text = await config({ ...Object.fromEntries(values), POSTGRES_PASSWORD: 'kettle' });
      for (const [name, value] of values) {
        expect(text).toMatch(new RegExp(`^      ${name}: ['"]?${value}['"]?$`, 'm'));
      }
      expect(text).toContain('DATABASE_URL: postgresql://directory:kettle@postgres:5432/directory');
      expect(text).toMatch(/POSTGRES_PASSWORD: kettle/);
    });

    it('requires the first admin', async () => {
      expect(await config({ ADMIN_PASSWORD: 'a long password' })).toContain(
        'the first admin needs an address',
      );
    });
  },
);
