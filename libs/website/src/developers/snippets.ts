/** Code examples of the guide. They run as shown, with a key in `MNBD_API_KEY`. */
export const snippets = {
  key: () => `export MNBD_API_KEY='mnbd_…'`,

  curl: (origin: string) => `curl -H "X-API-Key: $MNBD_API_KEY" \\
  '${origin}/api/v1/businesses?q=coffee&city=Duluth&limit=3'`,

  javaScript: (
    origin: string,
  ) => `const response = await fetch('${origin}/api/v1/businesses?q=coffee&city=Duluth&limit=3', {
  headers: { 'X-API-Key': process.env.MNBD_API_KEY },
});
const { success, data, pagination, error } = await response.json();
if (!success) throw new Error(\`\${error.code}: \${error.message}\`);
console.log(\`\${pagination.total} found\`);
for (const { name, phone } of data) console.log(name, phone);`,

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

  answer: () => `{
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

  conditional: (origin: string) => `curl --etag-save cities.etag --etag-compare cities.etag \\
  -H "X-API-Key: $MNBD_API_KEY" -o cities.json '${origin}/api/v1/cities'`,

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

  copy: (origin: string) => `import { readFile, writeFile } from 'node:fs/promises';

const FILE = 'directory.json';
const headers = { 'X-API-Key': process.env.MNBD_API_KEY };
const nothing = { since: '1970-01-01T00:00:00Z', businesses: {} };
const copy = await readFile(FILE, 'utf8').then(JSON.parse, () => nothing);

let newest;
for (let page = 1, isLast = false; !isLast; page++) {
  const query = { status: 'any', sort: 'updated', updatedSince: copy.since, limit: 100, page };
  const address = '${origin}/api/v1/businesses?' + new URLSearchParams(query);
  const { data, error } = await (await fetch(address, { headers })).json();
  if (error) throw new Error(\`\${error.code}: \${error.message}\`);
  for (const business of data) {
    if (business.removedAt) delete copy.businesses[business.id];
    else copy.businesses[business.id] = business;
  }
  newest ??= data[0]?.updatedAt;
  isLast = data.length < 100;
}
copy.since = newest ?? copy.since;
await writeFile(FILE, JSON.stringify(copy));
console.log(\`\${Object.keys(copy.businesses).length} businesses\`);`,
};
