import type { SessionsService } from '../sessions/sessions.service.js';
import type { SignedInAdmin } from '../sessions/signed-in-admin.js';
import { AdminsController } from './admins.controller.js';
import type { AdminsService } from './admins.service.js';

const ADA = { id: 'ada', email: 'ada@example.org', name: 'Ada' };
const SIGNED_IN: SignedInAdmin = { ...ADA, sessionId: 'here', address: '192.0.2.7' };

describe(AdminsController.name, () => {
  it('marks the session that sends the request as current', async () => {
    const session = { address: '192.0.2.7', createdAt: new Date(0), expiresAt: new Date(1) };
    const list = async () => [
      { ...session, id: 'elsewhere' },
      { ...session, id: 'here' },
    ];
    const controller = new AdminsController(
      {} as AdminsService,
      { list } as unknown as SessionsService,
    );
    const { data } = await controller.listSessions('ada', SIGNED_IN);
    expect(data.map(({ id, current }) => [id, current])).toEqual([
      ['elsewhere', false],
      ['here', true],
    ]);
  });

  it('omits the password hash of an account', async () => {
    const account = { ...ADA, createdAt: new Date(0), disabledAt: null };
    const admins = { list: async () => [{ ...account, passwordHash: 'secret' }] };
    const controller = new AdminsController(
      admins as unknown as AdminsService,
      {} as SessionsService,
    );
    expect((await controller.list()).data).toEqual([account]);
  });
});
