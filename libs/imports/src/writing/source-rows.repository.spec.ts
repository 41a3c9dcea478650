import { v7 as uuidv7 } from 'uuid';
import { insertBusiness } from '../../../../test/support/directory.ts';
import { useMigratedDatabase } from '../../../../test/support/migrated-database.ts';
import { writeHistory } from './source-rows.repository.js';

describe(writeHistory.name, () => {
  const served = useMigratedDatabase();

  it('records the first and last state of a business changed twice', async () => {
    const { pool } = served.database;
    const importId = uuidv7();
    const businessId = await insertBusiness(pool);
    const write = async (before: object | null, after: object | null) => {
      const client = await pool.connect();
      const change = { businessId, before, after, isEdit: false };
      await writeHistory(client, importId, [change], new Date());
      client.release();
    };
    await write({ phone: '1', email: null }, { phone: '2', email: 'a' });
    await write({ phone: '2', website: null }, { phone: '3', website: 'b' });
    const [change] = await served.database.importChange.findMany({ where: { importId } });
    expect(change).toMatchObject({
      before: { phone: '1', email: null, website: null },
      after: { phone: '3', email: 'a', website: 'b' },
    });
  });
});
