import { expectDocumented } from './contract.ts';

export interface Answer {
  status: number;
  headers: Headers;
  /** Parsed JSON, or undefined if the body is empty. */
  body: any;
}

interface CallOptions {
  token?: string;
  key?: string;
  json?: unknown;
  form?: Record<string, string>;
  headers?: Record<string, string>;
  /** `manual` returns redirects. By default, they are followed. */
  redirect?: RequestInit['redirect'];
}

/**
 * Sends a request as a page of the same origin, parses the JSON response and checks it against the
 * OpenAPI document.
 */
export async function call(
  method: string,
  url: string,
  { token, key, json, form, headers, redirect }: CallOptions = {},
): Promise<Answer> {
  const response = await fetch(url, {
    method,
    redirect,
    headers: {
      // Responses have all documented headers only with an origin.
      origin: new URL(url).origin,
      ...(token && { authorization: `Bearer ${token}` }),
      ...(key && { 'x-api-key': key }),
      ...(json !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    body: form ? new URLSearchParams(form) : json === undefined ? undefined : JSON.stringify(json),
  });
  const text = await response.text();
  const answer: Answer = {
    status: response.status,
    headers: response.headers,
    body: text ? JSON.parse(text) : undefined,
  };
  await expectDocumented({ method, url, ...answer });
  return answer;
}

/** Returns the value of a metric, with its labels, or NaN if the program exports none. */
export async function metricOf({ url }: { url: string }, name: string): Promise<number> {
  const lines = (await (await fetch(`${url}/metrics`)).text()).split('\n');
  const line = lines.find((each) => each.startsWith(`${name} `));
  return Number(line?.slice(name.length) ?? NaN);
}

/** Expects the 503 of a database that does not respond. */
export function expectUnavailable({ status, headers, body }: Answer): void {
  expect([status, body.error?.code]).toEqual([503, 'unavailable']);
  expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
}
