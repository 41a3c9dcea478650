import type { Database } from '#libs/database/src/database.js';
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
  const mail = new MailService(database, { wake: () => void done.push('woken') });
  beforeEach(() => {
    done = [];
  });

  it('has mails sent as soon as the transaction has committed that records them', async () => {
    const result = mail.inTransaction('req-7', async (tx) => tx as unknown as string);
    expect(await result).toBe('a transaction for req-7');
    expect(done).toEqual(['committed', 'woken']);
  });

  it('looks for none where it has not', async () => {
    const failing = mail.inTransaction(undefined, () => Promise.reject(new Error('It conflicts.')));
    await expect(failing).rejects.toThrow('It conflicts.');
    expect(done).toEqual([]);
  });
});
