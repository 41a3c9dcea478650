// Preloaded with `node --import`: pauses the program between finding the socket of a dead owner and
// taking over the data folder, until the file HOLD_TAKEOVER is removed.
import { existsSync, promises, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { setTimeout as delay } from 'node:timers/promises';

const { mkdir } = promises;
promises.mkdir = async (path, ...rest) => {
  if (String(path).endsWith('.takeover')) {
    const hold = process.env.HOLD_TAKEOVER;
    writeFileSync(hold, '');
    while (existsSync(hold)) await delay(5);
  }
  return mkdir(path, ...rest);
};
syncBuiltinESMExports();
