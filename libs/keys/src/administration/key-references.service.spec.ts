import { insertKey, type InsertedKey } from '../../../../test/support/insert-key.ts';
import { useMigratedDatabase } from '../../../../test/support/migrated-database.ts';
import { generateKeyText, startOfKeyText } from '../key-text/key-text.js';
import { KeyReferencesService, keyReferencesIn } from './key-references.service.js';
import { KeysRepository } from './keys.repository.js';

describe(keyReferencesIn.name, () => {
  it('finds secrets, their prefixes and ids in any text, each once', () => {
    const secret = generateKeyText();
    const id = '0193a60f-2b7e-7f10-8d55-6c1e0b9a7f43';
    expect(
      keyReferencesIn(
        `config.js:12: const KEY = "${secret}";\n# mnbd_4fK2x… and ${id}\n${secret}, mnbd_abc`,
      ),
    ).toEqual([secret, 'mnbd_4fK2x', id]);
    expect(keyReferencesIn('No key here.')).toEqual([]);
  });
});

describe(KeyReferencesService.name, () => {
  const served = useMigratedDatabase();
  let keys: KeyReferencesService;
  let ada: InsertedKey;
  let bea: InsertedKey;

  beforeAll(async () => {
    keys = new KeyReferencesService(new KeysRepository(served.database));
    ada = await insertKey(served.database.pool);
    bea = await insertKey(served.database.pool);
  });

  it('finds a key by its id, its secret, the start of the secret as listed, or a truncated secret', async () => {
    for (const { id, text } of [ada!, bea!]) {
      for (const reference of [
        id,
        id.toUpperCase(),
        text,
        startOfKeyText(text),
        `${startOfKeyText(text)}…`,
        text.slice(0, -1),
      ]) {
        expect(await keys.findAll([reference])).toEqual({ ids: [id], problems: [] });
      }
    }
  });

  it('returns a key once, even if several references name it', async () => {
    const references = [bea!.text, ada!.id, startOfKeyText(bea!.text), bea!.id];
    expect((await keys.findAll(references)).ids).toEqual([bea!.id, ada!.id]);
  });

  it('reports references that match no key without revealing the secret', async () => {
    const unknown = generateKeyText();
    const start = startOfKeyText(unknown);
    const { ids, problems } = await keys.findAll([
      unknown,
      unknown.toUpperCase(),
      `Bearer ${unknown}`,
      'ada',
      'mnbd_4fK',
      `${start}…`,
      ada!.id,
    ]);
    expect(ids).toEqual([ada!.id]);
    expect(problems).toEqual([
      `No key matches ${start}….`,
      `No key matches ${start.toUpperCase()}….`,
      `No key matches Bearer ${start}….`,
      'No key matches ada.',
      'No key matches mnbd_4fK.',
      `No key matches ${start}….`,
    ]);
  });

  it('returns none of several keys that share a prefix', async () => {
    const start = startOfKeyText(ada!.text);
    await served.database.apiKeySecret.updateMany({ where: { keyId: bea!.id }, data: { start } });
    const { ids, problems } = await keys.findAll([start, bea!.text]);
    expect(ids).toEqual([bea!.id]);
    expect(problems).toEqual([expect.stringMatching(/^Several keys start with mnbd_.{5}…: /)]);
    expect(problems[0]).toContain(ada!.id);
    expect(problems[0]).toContain(bea!.id);
  });
});
