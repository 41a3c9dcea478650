import { build } from 'esbuild';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { useDirectory } from '../support/use-directory.ts';
import { useSharedFolder } from '../support/use-folder.ts';

/** Scenarios about what /mcp offers. The others need tools, prompts and resources made for them. */
const SCENARIOS = ['server-initialize', 'ping', 'tools-list', 'dns-rebinding-protection'];

describe('/mcp in the conformance suite of the Model Context Protocol', () => {
  const { program, key } = useDirectory();
  const inFolder = useSharedFolder();
  let proxy: Server;
  let suite: string;

  beforeAll(async () => {
    proxy = addKey(program.url, key);
    await once(proxy.listen(0, '127.0.0.1'), 'listening');
    suite = inFolder('suite.cjs');
    // Only other commands of the suite use functions that Node 20 lacks, so a bundle runs on it.
    await build({
      entryPoints: ['node_modules/@modelcontextprotocol/conformance/dist/index.js'],
      outfile: suite,
      bundle: true,
      platform: 'node',
      format: 'cjs',
      logLevel: 'error',
    });
  });
  afterAll(() => void proxy.close());

  it.each(SCENARIOS)('passes %s', async (scenario) => {
    const { port } = proxy.address() as AddressInfo;
    const options = ['--url', `http://localhost:${port}/mcp`, '--scenario', scenario];
    const run = promisify(execFile)(process.execPath, [suite, 'server', ...options]);
    const { stdout } = await run.catch((failed: { stdout: string }) => failed);
    expect(stdout).toMatch(/Passed: ([1-9]\d*)\/\1, 0 failed, 0 warnings/);
  });
});

/** Returns a proxy that adds a key to each request, because the suite can't send one. */
function addKey(target: string, key: string): Server {
  return createServer((incoming, outgoing) => {
    const { method, url, headers } = incoming;
    const options = { method, headers: { ...headers, 'x-api-key': key } };
    const forwarded = request(new URL(url!, target), options, (response) => {
      outgoing.writeHead(response.statusCode!, response.headers);
      response.pipe(outgoing);
    });
    incoming.pipe(forwarded);
  });
}
