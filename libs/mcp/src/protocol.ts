import { Logger } from '@nestjs/common';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import {
  type CallToolResult,
  CallToolRequestSchema,
  ErrorCode,
  InitializeRequestSchema,
  JSONRPCMessageSchema,
  ListToolsRequestSchema,
  McpError,
  type RequestId,
  type Tool,
} from '@modelcontextprotocol/sdk/types.js';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { VERSION } from '#libs/config/src/project-root.js';
import { ApiError } from '#libs/http/src/errors/api-error.js';
import { toApiError } from '#libs/http/src/errors/to-api-error.js';
import { logFieldsOf } from '#libs/http/src/request-id.js';
import type { DirectoryTools } from './directory-tools.js';
import { type ToolName, TOOLS } from './tool-schemas.js';

const logger = new Logger('Mcp');

const INSTRUCTIONS =
  'Public directory of businesses, events and deals in Minnesota. Read-only. Times of day are local ' +
  '(America/Chicago). Hours can differ on holidays. When you name a business, ' +
  'event or deal, link to its page, and show the attribution.';

const listedTools = Object.entries(TOOLS).map(
  ([name, { title, description, input, output }]): Tool => ({
    name,
    title,
    description,
    inputSchema: z.toJSONSchema(input, { io: 'input' }) as Tool['inputSchema'],
    outputSchema: z.toJSONSchema(output) as Tool['outputSchema'],
    annotations: { readOnlyHint: true, openWorldHint: false },
  }),
);

/** Requests whose wrong parameters the protocol's library would report as an internal error. */
const REQUESTS = new Map<string, z.ZodType>([
  ['initialize', InitializeRequestSchema],
  ['tools/list', ListToolsRequestSchema],
  ['tools/call', CallToolRequestSchema],
]);

/**
 * Answers one message of a client. The protocol has no sessions here, so nothing outlives the call.
 *
 * @throws ApiError `invalid_body` if it is not one message
 */
export async function handleMessage(
  message: unknown,
  tools: DirectoryTools,
  request: FastifyRequest,
): Promise<Response> {
  const { data: parsed } = JSONRPCMessageSchema.safeParse(message);
  if (!parsed) {
    // Each HTTP request counts once against the limit, so it must not carry several calls.
    throw new ApiError(
      'invalid_body',
      'Send one JSON-RPC 2.0 message, such as {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}.',
    );
  }
  if ('method' in parsed && 'id' in parsed) {
    const error = REQUESTS.get(parsed.method)?.safeParse(parsed).error;
    if (error) return invalidParams(parsed.id, error);
  }
  const server = new Server(
    { name: 'minnesota-business-directory', version: VERSION },
    { capabilities: { tools: {} }, instructions: INSTRUCTIONS },
  );
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: listedTools }));
  server.setRequestHandler(CallToolRequestSchema, ({ params }) => {
    if (Object.hasOwn(TOOLS, params.name)) {
      return call(params.name as ToolName, params.arguments, tools, request);
    }
    const names = Object.keys(TOOLS).join(', ');
    throw new McpError(ErrorCode.InvalidParams, `No tool has this name. The tools are ${names}.`);
  });
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  try {
    return await transport.handleRequest(toWebRequest(request), { parsedBody: parsed });
  } finally {
    await server.close();
  }
}

function invalidParams(id: RequestId, error: z.ZodError): Response {
  const message = error.issues.map(sentence).join(' ');
  return Response.json({ jsonrpc: '2.0', id, error: { code: ErrorCode.InvalidParams, message } });
}

/** Calls a tool. Errors become results, because assistants read those and correct themselves. */
async function call(
  name: ToolName,
  given: unknown,
  tools: DirectoryTools,
  request: FastifyRequest,
): Promise<CallToolResult> {
  const parsed = TOOLS[name].input.safeParse(given ?? {});
  if (!parsed.success) return failure(parsed.error.issues.map(sentence).join(' '));
  try {
    const output = await tools[name](parsed.data as never);
    return {
      structuredContent: output,
      content: [{ type: 'text', text: JSON.stringify(output) }],
    };
  } catch (thrown) {
    const error = toApiError(thrown, request);
    if (error.code === 'internal_error') {
      logger.error({ ...logFieldsOf(request), message: `Tool ${name} failed.` }, thrown);
    }
    return failure(error.message);
  }
}

function failure(text: string): CallToolResult {
  return { isError: true, content: [{ type: 'text', text }] };
}

function sentence({ path, message }: { path: PropertyKey[]; message: string }): string {
  const text = path.length > 0 ? `${path.join('.')}: ${message}` : message;
  return /[.?]$/.test(text) ? text : `${text}.`;
}

/**
 * Converts a request to the form that the transport takes. Responses are always JSON, so clients need
 * not accept event streams.
 */
function toWebRequest({ headers }: FastifyRequest): Request {
  const version = headers['mcp-protocol-version'];
  return new Request('http://localhost/mcp', {
    method: 'POST',
    headers: {
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      ...(typeof version === 'string' && { 'mcp-protocol-version': version }),
    },
  });
}
