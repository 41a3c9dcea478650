import { tearDown } from './global-setup.ts';

export default async function teardown(): Promise<void> {
  await tearDown.tearDownTests?.();
}
