import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { canUse } from '../support/can-use.ts';
import { sendForm } from '../support/forms.ts';
import { PAGES } from '../support/website-pages.ts';
import { useDirectory } from '../support/use-directory.ts';
import { useFolder } from '../support/use-folder.ts';

const hasJava = process.env
  .PATH!.split(delimiter)
  .some((folder) => existsSync(join(folder, 'java')));

const CHECKER = 'node_modules/vnu-jar/build/dist/vnu.jar';
const describeWithJava = canUse('Java', hasJava) ? describe : describe.skip;

interface Finding {
  type: 'error' | 'info';
  subType?: 'warning';
  url: string;
  message: string;
  extract?: string;
}

describeWithJava('the markup of the website', () => {
  const { program } = useDirectory({ SAMPLE_DATA: 'true' });
  const inFolder = useFolder();

  it('has no finding of the Nu HTML checker on any kind of page', async () => {
    const written: string[] = [];
    const write = async (html: string) => {
      const file = inFolder(`${written.length}.html`);
      await writeFile(file, html);
      return written.push(file);
    };
    for (const path of PAGES) await write(await (await fetch(program.url + path)).text());
    const refused = await sendForm(`${program.url}/suggest-business`, {});
    await write(refused.html);

    const options = ['-jar', CHECKER, '--format', 'json', '--stdout', '--exit-zero-always'];
    const { stdout } = await promisify(execFile)('java', [...options, ...written]);
    const { messages } = JSON.parse(stdout) as { messages: Finding[] };
    // Without a subtype, information is about style, such as `/>` of void elements.
    const found = messages.filter(({ type, subType }) => type === 'error' || subType);
    const findings = found.map(({ url, message, extract }) => ({
      page: PAGES[Number(/(\d+)\.html$/.exec(url)![1])] ?? 'a refused form',
      message,
      extract,
    }));
    expect(findings).toEqual([]);
  });
});
