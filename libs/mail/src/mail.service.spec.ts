import type { Database } from '#libs/database/src/database.js';
import type { DeliveriesRepository } from './deliveries/deliveries.repository.js';
import { MailService } from './mail.service.js';

describe(MailService.name, () => {
  let done: string[];
  const database = {
    transactionFor: async (httpRequestId: string, work: (tx: string) => Promise<string>) => {
      const result = await work(`a transaction for ${httpRequestId}`);
      done.push('committed');
      return result;
    },
  } as unknown as Database;
  const mail = new MailService(database, {} as DeliveriesRepository, {
    wake: () => void done.push('woken'),
  });
  beforeEach(() => {
    done = [];
  });

  it('wakes the worker once the transaction that records the mail has committed', async () => {
    const result = mail.inTransaction('req-7', async (tx) => tx as unknown as string);
    expect(await result).toBe('a transaction for req-7');
    expect(done).toEqual(['committed', 'woken']);
  });

  it('does not wake the worker if the transaction fails', async () => {
    const failing = mail.inTransaction(undefined, () => Promise.reject(new Error('It conflicts.')));
    await expect(failing).rejects.toThrow('It conflicts.');
    expect(done).toEqual([]);
  });
});
