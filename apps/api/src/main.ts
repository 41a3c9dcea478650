import { FirstAdmin } from '#libs/admin/src/accounts/first-admin.js';
import { loadDotEnv } from '#libs/config/src/dot-env.js';
import { EnvironmentError } from '#libs/config/src/environment.js';
import { loadEnvironment } from '#libs/config/src/load-environment.js';
import { DataDirInUseError } from '#libs/database/src/embedded/data-dir-lock.js';
import { openDatabase, SERVER } from '#libs/database/src/open-database.js';
import { createApp } from './create-app.js';

async function main(): Promise<void> {
  loadDotEnv();
  const environment = loadEnvironment(process.env);
  const database = await openDatabase(environment, SERVER);
  const app = await createApp(environment, database);
  await app.init();
  const admin = await app.get(FirstAdmin).ensure();
  // Before listening: if that fails, the password must not be lost with it.
  if (admin) process.stdout.write(`First admin: ${admin.email}, password: ${admin.password}\n`);
  await app.listen(environment.PORT, environment.HOST);
  process.stdout.write(`Listening on ${environment.PUBLIC_URL}\n`);
}

main().catch((error: unknown) => {
  const expected = error instanceof EnvironmentError || error instanceof DataDirInUseError;
  console.error(expected ? error.message : error);
  process.exit(1);
});
