import { type TestDatabase, onEachDatabase } from './support/databases.ts';
import { type Program, startProgram } from './support/program.ts';

onEachDatabase('the started program', (create) => {
  let database: TestDatabase;
  let program: Program;

  beforeAll(async () => {
    database = await create();
    program = await startProgram(database.env);
  });
  afterAll(async () => {
    await program.stop();
    await database.drop();
  });

  it('says that it is healthy', async () => {
    const response = await fetch(`${program.url}/health`);
    expect([response.status, await response.json()]).toEqual([200, { status: 'ok' }]);
  });
});
