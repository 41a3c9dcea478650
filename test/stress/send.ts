import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import type { StressRequest } from './stress-request.ts';

/** Milliseconds after which a request counts as unanswered. */
const DEADLINE = 20_000;

export interface Answer {
  /** HTTP status, `ended` if the connection closed without an answer, or `late` after the timeout. */
  status: number | 'ended' | 'late';
  bytes: number;
}

/** Sends requests over one connection, one at a time. */
export class Sender {
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 1 });

  /** @param url the server's origin */
  constructor(private readonly url: string) {}

  async send({ method, target, headers, body }: StressRequest): Promise<Answer> {
    const { hostname, port } = new URL(this.url);
    const signal = AbortSignal.timeout(DEADLINE);
    const asked = httpRequest({
      hostname,
      port,
      method,
      path: target,
      agent: this.agent,
      headers: { ...headers, ...(body && { 'content-length': body.length }) },
      signal,
    });
    // A server that refuses a long body may close the connection while the body is being sent.
    asked.on('error', () => {});
    try {
      asked.end(body);
      const [answer] = (await once(asked, 'response')) as [IncomingMessage];
      let bytes = 0;
      for await (const chunk of answer) bytes += (chunk as Buffer).length;
      return { status: answer.statusCode!, bytes };
    } catch (error) {
      if (signal.aborted) return { status: 'late', bytes: 0 };
      if (!(error as NodeJS.ErrnoException).code?.match(/^E(?!RR_)/)) throw error;
      return { status: 'ended', bytes: 0 };
    }
  }

  close(): void {
    this.agent.destroy();
  }
}
