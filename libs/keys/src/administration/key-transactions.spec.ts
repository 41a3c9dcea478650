import type { MailService } from '#libs/mail/src/mail.service.js';
import { KeyTransactions } from './key-transactions.js';

describe(KeyTransactions.name, () => {
  const admin = { id: 'ada', address: '192.0.2.7', httpRequestId: 'req-7' };
  const done: string[] = [];
  const inTransaction = async (httpRequestId: string, work: () => Promise<string>) => {
    const result = await work();
    done.push(`committed for ${httpRequestId}`);
    return result;
  };
  const transactions = new KeyTransactions({ inTransaction } as unknown as MailService, {
    clear: () => void done.push('forgotten'),
  });
  beforeEach(() => {
    done.length = 0;
  });

  it('clear the secret cache only after the commit, because earlier reads would refill it', async () => {
    expect(await transactions.run(admin, async () => 'changed')).toBe('changed');
    expect(done).toEqual(['committed for req-7', 'forgotten']);
  });
});
