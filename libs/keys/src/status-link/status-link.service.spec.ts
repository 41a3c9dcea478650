import { randomUUID } from 'node:crypto';
import { keyServices } from '../../../../test/support/key-services.ts';
import { ManualClock } from '../../../../test/support/manual-clock.ts';
import { useMigratedDatabase } from '../../../../test/support/migrated-database.ts';
import { type LinkMinter } from './link-minter.js';
import { StatusLinkService } from './status-link.service.js';

describe(StatusLinkService.name, () => {
  const served = useMigratedDatabase();
  let clock: ManualClock;
  let links: StatusLinkService;
  let minter: LinkMinter;
  let email: string;
  let requestId: string;
  let token: string;

  beforeEach(async () => {
    const { database } = served;
    clock = new ManualClock();
    ({ statusLinks: links, links: minter } = keyServices(database, clock));
    email = `${randomUUID()}@example.org`;
    const request = { name: 'Ada', email, project: 'A map.' };
    ({ id: requestId } = await database.keyRequest.create({ data: request }));
    ({ token } = await mint());
  });

  const mint = async () => {
    const delivery = { kind: 'acknowledgement', recipient: email, data: {} };
    const { id } = await served.database.delivery.create({ data: delivery });
    return minter.mint(requestId, id);
  };
  const issueKey = (ownerEmail: string) =>
    served.database.apiKey.create({
      data: { requestId, label: 'Ada', ownerName: 'Ada', ownerEmail, limitPerHour: 500 },
    });

  it('shows the usage of the key only to the address that holds the key', async () => {
    expect(await links.use(token)).toBeUndefined();
    const { id } = await issueKey(email);
    expect(await links.use(token)).toMatchObject({
      limitPerHour: 500,
      usage: { by: 'day', requests: 0 },
    });
    const data = { ownerEmail: 'else@example.org' };
    await served.database.apiKey.update({ where: { id }, data });
    expect(await links.use(token)).toBeUndefined();
  });
});
