import { randomUUID } from 'node:crypto';
import type { Dialog, Locator, Page } from 'playwright-core';
import { describeInBrowser, faultsIn, useBrowser } from '../support/browser.ts';
import { eventually } from '../support/eventually.ts';
import { issueKey } from '../support/keys.ts';
import { execute, open, parameter, signIn } from '../support/swagger-ui.ts';
import { useDirectory } from '../support/use-directory.ts';

describeInBrowser('changing records in Swagger UI', () => {
  const browser = useBrowser();
  const { database, program, edit } = useDirectory();
  let page: Page;
  let faults: string[];
  let docs: string;

  beforeAll(async () => {
    docs = `${program.url}/admin/docs`;
    page = await browser.newPage();
    faults = faultsIn(page);
    await page.goto(docs);
    await signIn(page);
  });

  const add = (name: string) => edit('POST', 'businesses', { name });
  /** Answers the next questions of the page, and returns them as they come. */
  const answering = (...answers: (string | boolean)[]) => {
    const questions: string[] = [];
    const answer = async (dialog: Dialog) => {
      questions.push(dialog.message());
      const given = answers.shift();
      if (answers.length === 0) page.off('dialog', answer);
      if (given === false) await dialog.dismiss();
      else await dialog.accept(given === true ? undefined : given);
    };
    page.on('dialog', answer);
    return questions;
  };

  /** Waits because Swagger UI delays the effect of typing. */
  const untilFilled = (field: Locator, value: string) =>
    eventually(async () => (await field.inputValue()) === value || undefined);
  /**
   * Presses Execute on the revocation of a key, and acts before the page has read the name of the
   * key. Returns the number of questions that the page then asks.
   */
  const questionsAfter = async (act: (block: Locator) => Promise<void>) => {
    const { keyId: id } = await issueKey(program, database);
    const asked = jest.fn((dialog: Dialog) => dialog.dismiss());
    page.on('dialog', asked);
    let release!: () => void;
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.route(`**/admin/keys/${id}`, (route) => released.then(() => route.continue()));
    await page.goto(`${docs}?id=${id}#/Keys/revokeKey`);
    const block = page.locator('[id$="-revokeKey"]');
    const read = page.waitForResponse(`**/admin/keys/${id}`);
    await block.locator('.execute').click();
    await act(block);
    release();
    await (await read).finished();
    await page.evaluate(() => new Promise(requestAnimationFrame));
    page.off('dialog', asked);
    return asked.mock.calls.length;
  };

  it('masks the token in the curl command', async () => {
    const block = await open(page, 'listKeys');
    expect((await execute(block)).status).toBe('200');
    const command = await block.locator('.curl-command').innerText();
    expect(command).toContain('Authorization: Bearer ********');
    const token = await page.evaluate(
      () => JSON.parse(sessionStorage.getItem('admin-session')!).token.access_token,
    );
    expect(command).not.toContain(token);
  });

  it('asks before a removal, names the record and the consequence, and leads to its restoration', async () => {
    const { id } = await add('Teal Toys');
    const block = await open(page, 'removeBusiness');
    await parameter(block, 'If-Match').fill('*');
    await parameter(block, 'idOrSlug').fill(id);
    const questions = answering(false, true);
    const asked = page.waitForEvent('dialog');
    await block.locator('.execute').click();
    await asked;
    expect((await execute(block)).status).toBe('200');
    await block.getByRole('link', { name: 'Restore a removed business' }).click();
    expect((await execute(page.locator('[id$="-restoreBusiness"]'))).status).toBe('200');
    expect(questions).toHaveLength(2);
    expect(questions[0]).toMatch(new RegExp(`^Remove a business: ${id}\\.\n\n\\w.+`));
  });

  describe('of an import', () => {
    let block: Locator;
    beforeAll(async () => {
      block = await open(page, 'startImport');
    });

    it('reports that an import has no file', async () => {
      await block.locator('.execute').click();
      await block.getByText('The request body is required.').waitFor();
    });

    it('asks before an import closes what its file lacks, and not before a dry run', async () => {
      await parameter(block, 'complete').selectOption('close');
      await parameter(block, 'source').fill('registry');
      const file = {
        name: 'a.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from('name,city\nA,Ely\n'),
      };
      await block.locator('input[type=file]').setInputFiles(file);
      const questions = answering(false);
      await block.locator('.execute').click();
      expect(questions).toEqual([
        expect.stringContaining('marks as closed every business of registry'),
      ]);
      expect(await block.locator('.live-responses-table').count()).toBe(0);
      await parameter(block, 'dryRun').selectOption('true');
      expect((await execute(block)).status).toBe('202');
      expect(questions).toHaveLength(1);
    });
  });

  it('sends no merge of a likely duplicate without a pair, or if the admin declines', async () => {
    const block = await open(page, 'mergeDuplicate');
    await block.locator('textarea').fill('{"keep": "teal-toys"}');
    const questions = answering(false);
    await block.locator('.execute').click();
    await block.getByText("For 'id': Required field is not provided.").waitFor();
    expect(questions).toEqual([]);
    await parameter(block, 'id').fill(randomUUID());
    await block.locator('.execute').click();
    expect(questions).toEqual([
      expect.stringContaining('keeps "teal-toys", and removes the other business of the pair'),
    ]);
    expect(await block.locator('.live-responses-table').count()).toBe(0);
  });

  it('fills If-Match from the last response for the record, and only for that record', async () => {
    const { id } = await add('Loon Books');
    const other = await add('Heron Books');
    await page.goto(`${docs}?id=${id}#/Businesses/readBusiness`);
    expect((await execute(page.locator('[id$="-readBusiness"]'))).status).toBe('200');
    await page
      .locator('[id$="-readBusiness"] .response-id')
      .getByRole('link', { name: 'Change a business' })
      .click();
    const change = page.locator('[id$="-changeBusiness"]');
    const idField = parameter(change, 'idOrSlug');
    const tagField = parameter(change, 'If-Match');
    const first = await tagField.inputValue();
    expect(first).toMatch(/^"\d+"$/);
    await change.locator('textarea').fill('{"name": "Loon Books and Tea"}');
    expect((await execute(change)).status).toBe('200');
    const second = await tagField.inputValue();
    expect([second === first, second]).toEqual([false, expect.stringMatching(/^"\d+"$/)]);

    await idField.fill(other.id);
    await untilFilled(tagField, '');
    await idField.fill('loon-books-and-tea');
    await untilFilled(tagField, second);
  });

  it('enters the record of a followed link in place of one that the admin typed', async () => {
    const typed = await add('Owl Cafe');
    const linked = await add('Wren Cafe');
    await page.goto(docs);
    const change = await open(page, 'changeBusiness');
    await change.locator('tr[data-param-name="idOrSlug"] input').fill(typed.id);
    await change.locator('textarea').fill('{"name": "Owl Tea"}');
    const remove = await open(page, 'removeBusiness');
    const idField = parameter(remove, 'idOrSlug');
    await idField.fill(typed.id);
    await parameter(remove, 'If-Match').fill('*');
    const read = await open(page, 'readBusiness');
    await parameter(read, 'idOrSlug').fill(linked.id);
    await execute(read);
    await read.getByRole('link', { name: 'Change a business' }).click();
    expect(await change.locator('textarea').inputValue()).not.toContain('Owl Tea');
    await read.getByRole('link', { name: 'Remove a business' }).click();
    expect(await idField.inputValue()).toBe(linked.id);
    const questions = answering(true);
    const sent = page.waitForRequest((request) => request.method() === 'DELETE');
    await execute(remove);
    expect((await sent).url()).toContain(linked.id);
    expect(questions).toEqual([expect.stringContaining(linked.id)]);
  });

  it('keeps a pasted If-Match when another record is read, but not for another id', async () => {
    const changed = await add('Jay Cafe');
    const other = await add('Kite Cafe');
    await page.goto(`${docs}?id=${changed.id}#/Businesses/changeBusiness`);
    const change = page.locator('[id$="-changeBusiness"]');
    const idField = parameter(change, 'idOrSlug');
    const tagField = parameter(change, 'If-Match');
    await tagField.fill('"123"');
    const read = await open(page, 'readBusiness');
    await parameter(read, 'idOrSlug').fill(other.slug);
    await execute(read);
    expect(await tagField.inputValue()).toBe('"123"');
    await idField.fill(randomUUID());
    await untilFilled(tagField, '');
    await idField.fill(other.id);
    await untilFilled(tagField, '"1"');
  });

  it('goes back from a followed link in one step, and keeps what the admin entered', async () => {
    const { id } = await add('Finch Cafe');
    await page.goto(docs);
    const read = await open(page, 'readBusiness');
    await parameter(read, 'idOrSlug').fill(id);
    await execute(read);
    const before = page.url();
    await read.getByRole('link', { name: 'Change a business' }).click();
    const field = parameter(page.locator('[id$="-changeBusiness"]'), 'idOrSlug');
    expect(await field.inputValue()).toBe(id);
    const linked = page.url();
    await field.fill('another');
    await field.blur();
    await page.goBack();
    expect(page.url()).toBe(before);
    await page.goForward();
    expect([page.url(), await field.inputValue()]).toEqual([linked, 'another']);
  });

  it('revokes a key only after the admin types its prefix', async () => {
    const { keyId: id, key } = await issueKey(program, database);
    const questions = answering('no', key.slice(0, 10));
    const sent: string[] = [];
    page.on('request', (request) => sent.push(`${request.method()} ${request.url()}`));
    await page.goto(`${docs}?id=${id}#/Keys/revokeKey`);
    const block = page.locator('[id$="-revokeKey"]');
    const body = block.locator('textarea');
    expect(JSON.parse(await body.inputValue())).toEqual({ reason: '' });
    await body.fill('{"reason": "It is in a public repository."}');
    const asked = page.waitForEvent('dialog');
    await block.locator('.execute').click();
    await asked;
    expect((await execute(block)).status).toBe('200');
    expect(questions).toHaveLength(2);
    expect(questions[0]).toContain('is permanent');
    expect(
      sent.filter((each) => each === `POST ${program.url}/admin/keys/${id}/revoke`),
    ).toHaveLength(1);
  });

  it('asks nothing about a key whose id the admin replaces before its name is known', async () => {
    const questions = await questionsAfter(async (block) => {
      const field = parameter(block, 'id');
      await field.fill(randomUUID());
      await field.blur();
    });
    expect(questions).toBe(0);
  });

  it('asks once if the admin presses Execute again before the name of a key is known', async () => {
    expect(await questionsAfter((block) => block.locator('.execute').click())).toBe(1);
  });

  it('sends no merge if the admin does not type the name of the business to remove', async () => {
    await page.goto(`${docs}?id=kept#/Businesses/mergeBusiness`);
    const block = page.locator('[id$="-mergeBusiness"]');
    await block.locator('.execute').waitFor();
    const asked = page.waitForEvent('dialog');
    const sent: string[] = [];
    page.on('request', (request) => sent.push(request.method()));
    // The click ends only after the dialog, which stops the page.
    const clicked = block.locator('.execute').click();
    const dialog = await asked;
    expect(dialog.message()).toMatch(
      /removes "the-business-to-remove" and redirects it to "kept"[^]*Type the-business-to-remove/,
    );
    await dialog.accept('kept');
    await clicked;
    expect(await block.locator('.live-responses-table').count()).toBe(0);
    expect(sent).not.toContain('POST');
    // The names of the two businesses, which do not exist here.
    expect(faults.splice(0)).toEqual(Array(2).fill(expect.stringContaining('404')));
  });

  it('had no error on any page', () => {
    expect(faults).toEqual([]);
  });
});
