import { DECLARATIONS, SIMPLE_FIELD_NAMES } from '#libs/businesses/src/record/simple-fields.js';
import { useDirectory } from '../support/use-directory.ts';

describe('a simple field of a business', () => {
  const { program, key, admin, api } = useDirectory();

  const list = (query: string) => api(`businesses${query}`);

  it.each(SIMPLE_FIELD_NAMES)('is set, served, exported and cleared: %s', async (field) => {
    const { example, exampleInput = example, label } = DECLARATIONS[field];
    const input = { name: `With ${field}`, [field]: exampleInput };

    const { body, headers } = await admin('POST', 'businesses', input);
    const { id } = body.data;
    expect([body.data[field], body.data.slug]).toEqual([example, expect.any(String)]);
    expect((await list(`/${id}`)).body.data[field]).toBe(example);
    expect((await list(`?ids=${id}&fields=${field}`)).body.data).toEqual([
      { id, [field]: example },
    ]);
    const csv = await fetch(
      `${program.url}/api/v1/businesses?ids=${id}&fields=${field}&format=csv`,
      { headers: { 'x-api-key': key } },
    );
    expect(await csv.text()).toMatch(new RegExp(`^id,${field}\r\n${id},.+\r\n$`));

    const cleared = await admin(
      'PATCH',
      `businesses/${id}`,
      { [field]: null },
      headers.get('etag'),
    );
    expect([cleared.status, cleared.body.data[field]]).toEqual([200, null]);
    const history = await admin('GET', `businesses/${id}/history`);
    expect(JSON.stringify(history.body.data)).toContain(`removed the ${label}`);
  });
});
