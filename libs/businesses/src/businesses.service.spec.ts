import type { Database } from '#libs/database/src/database.js';
import { WHOLE_DIRECTORY } from '#libs/directory-index/src/criteria.js';
import { BusinessList, type Scan } from '#libs/directory-index/src/directory.js';
import { matching } from '#libs/directory-index/src/matching.js';
import { useReadingServices } from '../../../test/support/reading-services.ts';
import { usedMemory } from '../../../test/support/used-memory.ts';
import type { BusinessLists } from './business-lists.js';
import type { BusinessesRepository } from './businesses.repository.js';
import { BusinessesService } from './businesses.service.js';

const BUSINESSES = 1_000_000;
const MEGABYTE = 1024 * 1024;

describe(BusinessesService.name, () => {
  const served = useReadingServices();

  const finished = <T>(scan: Scan<T>): T => {
    for (;;) {
      const { done, value } = scan.next();
      if (done) return value;
    }
  };

  it('keeps the counts of many lists, but not the lists', async () => {
    const directory = await served.services.index.current();
    const set = finished(matching(directory, WHOLE_DIRECTORY));
    const scan = async <T>(_: unknown, scanOf: (list: BusinessList) => Scan<T>) => ({
      value: finished(scanOf(new BusinessList(directory, new Uint32Array(BUSINESSES), set))),
    });
    const lists = { scan } as BusinessLists;
    const database = { reads: {} } as Database;
    const businesses = new BusinessesService(database, {} as BusinessesRepository, lists);
    const before = await usedMemory();
    for (let n = 0; n < 20; n++) await businesses.facets(WHOLE_DIRECTORY, new Date());
    expect((await usedMemory()) - before).toBeLessThan(20 * MEGABYTE);
  });
});
