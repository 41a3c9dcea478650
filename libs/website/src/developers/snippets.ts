/** Code examples of the guide. They run as shown, with a key in `MNBD_API_KEY`. */
export const snippets = {
  key: () => `export MNBD_API_KEY='mnbd_…'`,

  curl: (origin: string) => `curl -H "X-API-Key: $MNBD_API_KEY" \\
  '${origin}/api/v1/businesses?q=coffee&city=Duluth&limit=3'`,

  install: (origin: string) => `npm install ${origin}/developers/client.tgz`,

  typeScript: (origin: string) => `import { Directory } from 'mnbd-client';

const directory = new Directory('${origin}', { key: process.env.MNBD_API_KEY });
const list = directory.businesses.list({ q: 'coffee', city: 'Duluth' });
for await (const { name, phone } of list) console.log(name, phone);`,

  python: (origin: string) => `import json, os, urllib.request

request = urllib.request.Request(
    "${origin}/api/v1/businesses?q=coffee&city=Duluth&limit=3",
    headers={"X-API-Key": os.environ["MNBD_API_KEY"]},
)
with urllib.request.urlopen(request) as response:
    answer = json.load(response)
print(answer["pagination"]["total"], "found")
for business in answer["data"]:
    print(business["name"], business["phone"])`,

  response: () => `{
  "success": true,
  "data": [{ "id": "0193…", "slug": "…", "name": "…", "phone": "+1218…", … }],
  "pagination": { "page": 1, "limit": 3, "total": 12, "totalPages": 4 }
}`,

  failure: () => `{
  "success": false,
  "error": {
    "code": "invalid_parameter",
    "message": "…",
    "details": [{ "field": "limit", "message": "…" }],
    "requestId": "…"
  }
}`,

  mirror: (
    origin: string,
  ) => `curl --compressed -D headers -H "X-API-Key: $MNBD_API_KEY" -o businesses.ndjson \\
  '${origin}/api/v1/export/businesses.ndjson'
cursor=$(grep -i '^changes-cursor:' headers | cut -d' ' -f2 | tr -d '\\r')
curl -H "X-API-Key: $MNBD_API_KEY" "${origin}/api/v1/changes?after=$cursor"`,

  webhook: () => `import { Webhook } from 'standardwebhooks';
const webhook = new Webhook(process.env.MNBD_WEBHOOK_SECRET);
const { data } = webhook.verify(body, headers); // throws if the ping is forged or old`,

  conditional: (origin: string) => `curl --etag-save cities.etag --etag-compare cities.etag \\
  -H "X-API-Key: $MNBD_API_KEY" -o cities.json '${origin}/api/v1/cities'`,

  reconcile: (origin: string) => `curl '${origin}/api/v1/reconcile' --data-urlencode \\
  'queries={"q0":{"query":"Iron Ore Espresso","properties":[{"pid":"city","v":"Duluth"}]}}'`,

  tiles: (
    origin: string,
  ) => `map.addSource('shops', { type: 'vector', url: '${origin}/tiles/businesses.json' });
map.addLayer({ id: 'shops', source: 'shops', 'source-layer': 'businesses', type: 'circle' });`,

  mcpInClaude: (origin: string) => `claude mcp add --transport http minnesota ${origin}/mcp \\
  --header "X-API-Key: $MNBD_API_KEY"`,

  mcpInEditor: (origin: string) => `{
  "inputs": [{ "id": "key", "type": "promptString", "description": "API key", "password": true }],
  "servers": {
    "minnesota": {
      "type": "http",
      "url": "${origin}/mcp",
      "headers": { "X-API-Key": "\${input:key}" }
    }
  }
}`,

  mcpInOpenAi: (origin: string) => `{
  "type": "mcp",
  "server_label": "minnesota",
  "server_url": "${origin}/mcp",
  "authorization": "mnbd_…",
  "require_approval": "never"
}`,

  copy: (origin: string) => `import { Directory, MemoryStore } from 'mnbd-client';

const directory = new Directory('${origin}', { key: process.env.MNBD_API_KEY });
const store = new MemoryStore();
await directory.mirror(store);
console.log(\`\${store.all('business').size} businesses\`);`,
};
