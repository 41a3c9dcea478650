import { type Answer, call } from './http.ts';
import type { Program } from './program.ts';

type Action = 'rotate' | 'suspend' | 'resume' | 'revoke';

/** An admin who manages keys through the API. */
export class KeyAdmin {
  constructor(
    private readonly program: Program,
    private readonly token: string,
  ) {}

  get(keyId: string): Promise<Answer> {
    return this.call('GET', keyId);
  }
  patch(keyId: string, json: unknown): Promise<Answer> {
    return this.call('PATCH', keyId, json);
  }
  do(action: Action, keyId: string, json?: unknown): Promise<Answer> {
    return this.call('POST', `${keyId}/${action}`, json);
  }
  list(query = ''): Promise<Answer> {
    return call('GET', `${this.program.url}/admin/keys${query}`, { token: this.token });
  }
  usage(keyId: string, query = ''): Promise<Answer> {
    return this.call('GET', `${keyId}/usage${query}`);
  }
  deprecatedUsage(query = ''): Promise<Answer> {
    return call('GET', `${this.program.url}/admin/deprecated-usage${query}`, { token: this.token });
  }

  private call(method: string, path: string, json?: unknown): Promise<Answer> {
    return call(method, `${this.program.url}/admin/keys/${path}`, { token: this.token, json });
  }
}
